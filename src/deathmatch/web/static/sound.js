/** Two quiet tones, off until the reader turns them on. */

import { memory } from "./dom.js";

const TONES = { turn: [523, 784], low: [330, 330] }; // Hz

/** @param {"turn" | "low"} what */
export function chime(what) {
  if (!memory.get("sound")) return;
  const audio = new AudioContext();
  TONES[what].forEach((pitch, index) => {
    const [voice, loudness] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + index * 0.16;
    voice.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.08, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
    voice.connect(loudness).connect(audio.destination);
    voice.start(start);
    voice.stop(start + 0.3);
    if (index) voice.onended = () => void audio.close();
  });
}
