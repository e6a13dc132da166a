// The messages of server/wire/messages.py as types. `tests/web` holds the two against each other.
declare namespace Wire {
  interface Choice { token: string; label: string; slot?: string; note?: string; key?: string }
  interface Number { low: number; high: number; quick: number[] }
  interface FreeWord { low: number; high: number }
  interface Step { prompt: string; prefix: string[]; choices?: Choice[]; number?: Number; word?: FreeWord; whole?: string; warning?: string; change?: Change }
  interface Clock { left: number; bank: number; running: boolean; stages?: [number, string][] }
  interface Change { put: [string, string][]; gone?: string[]; order?: string[]; title?: string }
  interface Beat { words: string; notation?: string; heading?: string; change?: Change }
  interface Seen {
    eye: string; ply: number; public: Record<string, any>; clocks: Record<string, Clock>; private?: Record<string, any>;
    sealed?: string[]; owes?: string; paused?: boolean; ending?: string
  }
  interface Line { who: string; role: string; text: string; at: number }
  interface Table {
    id: string; game: string; variant: string; title: string; options: Record<string, string | number>; changed: Record<string, string | number>;
    names: Record<string, string>; here: Record<string, boolean>; bots: Record<string, string>; role: string; state: string; commitment: string;
    settings: Record<string, any>; watchers?: number; rematch?: string; wants_rematch?: string[]
  }
  interface Full {
    type: "full"; version: number; table: Table; seen: Seen | null; svg: string; picture: string; log: Beat[]; chat: Line[]; notes: string;
    marks: Record<string, string>; step: Step | null; now: number
  }
  interface Update {
    type: "update"; version: number; seen: Seen; now: number; beats?: Beat[]; change?: Change; picture?: string; step?: Step; table?: Table
  }
  interface Chatted { type: "chat"; version: number; line: Line }
  interface Tabled { type: "table"; version: number; table: Table }
  interface Accepted { type: "accepted"; ply: number; text: string }
  interface Refused { type: "refused"; about: string; reason: string; rule?: string; position?: number; n?: number }
  interface Stepped { type: "step"; n: number; ply: number; step: Step }
  interface Pong { type: "pong"; now: number }
  // server/wire/bodies.py
  interface Better { move: string; value: number | null; words: string }
  interface Remark {
    event: number; ply: number; line: string; seat: string | null; verdict: string; words: string; value: number | null; better: Better[]
  }
  interface Chart { caption: string; points: [number, number][] }
  interface Review { summary: string[]; chart: Chart | null; remarks: Remark[] }
  interface Sketch { deal: string; svg: string; step: Step; problem?: string; rule?: string }
  type FromServer = Full | Update | Chatted | Tabled | Accepted | Refused | Stepped | Pong
}
