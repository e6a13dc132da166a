/** Quiet tones. Loaded where the reader has turned them on. */

export const TONES = { turn: [523, 784], low: [330, 330], seal: [262, 196], reveal: [392, 523], won: [523, 659], lost: [392, 311], wish: [659, 523] }; // Hz

/** @param {keyof typeof TONES} what */
export function play(what) {
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
