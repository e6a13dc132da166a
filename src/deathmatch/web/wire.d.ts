// Generated from the messages of the server by tools/wire_types.py: run make docs after a change there.
declare namespace Wire {
  /** A token that may come next (core.game.Choice). */
  interface Choice {
    token: string
    label: string
    slot?: string
    note?: string
    key?: string
  }
  /** A whole number may come next (core.game.Number). */
  interface Number {
    low: number
    high: number
    quick: number[]
  }
  /** A word may come next (core.game.FreeWord). */
  interface FreeWord {
    low: number
    high: number
    lead?: string
    letters?: string
  }
  /** Free text may be the whole move, quoted as JSON (core.game.FreeText). */
  interface FreeText {
    low: number
    high: number
  }
  /** The state of a composition (core.game.Step). */
  interface Step {
    prompt: string
    prefix: string[]
    choices?: Choice[]
    number?: Number
    word?: FreeWord
    text?: FreeText
    whole?: string
    warning?: string
    before?: Choice[]
    change?: Change
    said?: string
    quick?: boolean
    sole?: string
  }
  /** One seat's clock at the moment of sending. */
  interface Clock {
    left: number
    bank: number
    running: boolean
    stages?: [number, string][]
    review?: boolean
  }
  /** How the picture changes (core.scene.Change). */
  interface Change {
    put?: [string, string][]
    edit?: ((string | number)[])[]
    gone?: string[]
    order?: string[]
    after?: [string, string][]
    title?: string
  }
  /** One thing that happened, for the log, the replay and the live region (core.game.Beat). */
  interface Beat {
    words: string
    notation?: string
    heading?: string
    change?: Change
    passing?: boolean
    hold?: boolean
    brief?: string
  }
  /** Everything that one eye may know of the match now, except the picture and the log. */
  interface Seen {
    eye: string
    ply: number
    public: Record<string, any>
    clocks: Record<string, Clock>
    private?: Record<string, any>
    sealed?: string[]
    owes?: string
    paused?: boolean
    ending?: string
    said?: string
    score?: Record<string, number>
    items?: Record<string, string[]>
  }
  /** A ruling of the host. */
  interface Ruling {
    ruling: string
    words: string
    reason: string
    at: number
    event?: number
    accepted?: string
  }
  /** A line of chat, or of the table itself about its seats. */
  interface ChatLine {
    who: string
    role: string
    text: string
    at: number
    facts?: Record<string, string>
    loud?: boolean
    by?: string
    apart?: boolean
  }
  /** A private talk between a seat and the host or a numbered onlooker. Only these two and the host get it. */
  interface Talk {
    seat: string
    other: string
    count: number
    lines: ChatLine[]
  }
  /** The players may speak with the onlookers, each in private; the clocks stand still meanwhile. */
  interface TalkTime {
    left: number
  }
  /** The coin that is tossed before the match. */
  interface Coin {
    sets: string
    about: string
    caller?: string
    sealed?: boolean
    called?: boolean
    call?: string
    face?: string
    winner?: string
  }
  /** The clocks stand still until a time, or somebody proposes so. */
  interface Away {
    until?: number
    by?: string
    proposed?: Record<string, number>
  }
  /** A game on which the lot may fall: its name, as in a record, and for people. */
  interface LotGame {
    name: string
    title: string
    variant: string
  }
  /** The games from which the lot chooses one, once both seats are taken. */
  interface Lot {
    games: LotGame[]
    chosen: number
  }
  /** A player, or a numbered onlooker, in the words of the host. */
  interface Person {
    name?: string
    role?: string
    items?: string[]
    notes?: string
    held?: string
  }
  /** The facts of a table that seldom change: which match it is and who plays. */
  interface Table {
    id: string
    game: string
    variant: string
    title: string
    options: Record<string, string | number>
    changed: Record<string, string | number>
    names: Record<string, string>
    here: Record<string, boolean>
    bots: Record<string, string>
    role: string
    state: string
    commitment: string
    settings: Record<string, any>
    watchers?: number
    given_back?: Record<string, number>
    making_ready?: Record<string, number>
    rematch?: string
    wants_rematch?: string[]
    won?: Record<string, number>
    open?: string[]
    past?: number
    source?: string
    away?: Away
    lot?: Lot
    coin?: Coin
    lists?: Record<string, string>
    ready?: string[]
    vacant?: string[]
    ec?: string
    held?: string
    covered?: boolean
    rulings?: Ruling[]
    talk?: TalkTime
    muted?: string[]
    may_talk?: boolean
    rules?: string
    people?: Record<string, Person>
    ending?: string
    totals?: string
    prepared?: string[]
    until?: Record<string, number>
    unfit?: string
  }
  /** Everything; the first message, and the answer to a gap. */
  interface Full {
    type: "full"
    version: number
    table: Table
    seen: Seen | null
    svg: string
    picture: string
    log: Beat[]
    chat: ChatLine[]
    notes: string
    marks: Record<string, string>
    step: Step | null
    now: number
    talks: Talk[]
    noted: number
  }
  /** The match moved on from `version` - 1. */
  interface Update {
    type: "update"
    version: number
    seen: Seen
    now: number
    beats?: Beat[]
    change?: Change
    words?: (number | string)[]
    step?: Step
    table?: Table
  }
  /** Somebody said something. */
  interface Chatted {
    type: "chat"
    version: number
    line: ChatLine
  }
  /** A spectator wrote to the others. It is no version: before the end of the match no player learns that there was anything. */
  interface Murmur {
    type: "murmur"
    line: ChatLine
  }
  /** All that the spectators wrote to each other: for players at the end of the match, and for readers who were away. */
  interface Gallery {
    type: "gallery"
    lines: ChatLine[]
  }
  /** Somebody said something in a private talk. It is no version: nobody else learns that there was anything. */
  interface Told {
    type: "told"
    seat: string
    other: string
    count: number
    line: ChatLine
  }
  /** All private talks of a reader who was away; `Full` has them too. */
  interface Talks {
    type: "talks"
    talks: Talk[]
  }
  /** This seat's own notes and marks, after another of its pages changed them and for a reader who was away; `Full` has them too. */
  interface Kept {
    type: "kept"
    notes: string
    noted: number
    marks: Record<string, string>
  }
  /** The table has changed beside the match: somebody came, went, was muted, wants a rematch, and so on. */
  interface Tabled {
    type: "table"
    version: number
    table: Table
  }
  /** Your submission counts and is on disk. `text` is its canonical form. */
  interface Accepted {
    type: "accepted"
    ply: number
    text: string
    receipt: string
    version: number
    id: string
  }
  /** Your message with this `id` is done, and on disk. */
  interface Taken {
    type: "taken"
    id: string
    version: number
    noted?: number
  }
  /** A way to read a file whose encoding nobody knows: the name to send, its name for people, and some cells as they read then. */
  interface Encoding {
    encoding: string
    title: string
    sample: string
  }
  /** Your message was not accepted; nothing changed. */
  interface Refused {
    type: "refused"
    about: string
    reason: string
    rule?: string
    position?: number
    n?: number
    warning?: boolean
    encodings?: Encoding[]
    id?: string
  }
  /** The answer to `compose`. */
  interface Stepped {
    type: "step"
    n: number
    ply: number
    step: Step
  }
  /** The answer to `ping`. */
  interface Pong {
    type: "pong"
    now: number
  }
  /** A deal on the workbench (core.generating.Generator). */
  interface Sketch {
    deal: string
    svg: string
    step: Step
    problem?: string
    rule?: string
  }
  /** A question to which a ruling can take the match back, as everybody saw it. */
  interface Place {
    event: number
    actors: string[]
    timeouts: number[]
    words: string[]
    round: number
  }
  /** The events that a ruling can take back. It holds nothing that spectators do not see. */
  interface Desk {
    events: number
    past: number
    places: Place[]
    rulings: Ruling[]
    possible: string[]
  }
  /** The effect of a ruling, which is not made. */
  interface Effect {
    words: string
    shown: string[]
    warnings: string[]
    owing: string[]
    clocks: Record<string, Clock>
  }
  /** The position in which a question opened, or in which the match ended, and the way there from the frame before. */
  interface Frame {
    event: number
    beats?: Beat[]
    change?: Change
    words?: (number | string)[]
  }
  /** A whole match. Frame N is the position in which question N opened; the last one is the end. */
  interface Film {
    variant: string
    title: string
    names: Record<string, string>
    eye: string
    eyes: string[]
    svg: string
    picture: string
    frames: Frame[]
    changed?: Record<string, string | number>
    over?: boolean
    winner?: string
    ending?: string
    score?: Record<string, number>
    lines?: string[]
    tags?: [string, string][]
    ec?: string
  }
  /** The position after another move, as one eye sees it, and the way there. */
  interface Instead {
    svg: string
    picture: string
    beats: Beat[]
  }
  /** One thing that is shown of what follows a move. */
  interface LessonFrame {
    words?: string
    change?: Change
  }
  /** One step of a lesson, or one puzzle, as its learner sees it. */
  interface LessonStepBody {
    at: number
    of: number
    title: string
    name: string
    grade: number
    seat: string
    names: Record<string, string>
    say: string
    task: string
    hints: string[]
    look: string[]
    heading: string
    svg: string
    picture: string
    step: Step | null
    end: string
  }
  /** The outcome of a move. */
  interface TriedBody {
    text: string
    right: boolean
    say: string
    frames: LessonFrame[]
    heading: string
    picture: string
  }
  /** Words about a thing of the picture (core.lessons.LegendThing). */
  interface LegendThingBody {
    slots: string
    has: string
    words: string
  }
  /** The words of the coach in a first match. */
  interface LegendBody {
    owed: Record<string, string>
    happened: Record<string, string>
    things: LegendThingBody[]
  }
  /** A move that would have been better, or as good. */
  interface BetterMove {
    move: string
    value: number | null
    words: string
    told: string
  }
  /** How the match went. */
  interface Chart {
    caption: string
    points: [number, number][]
    scale: [string, string, string]
    band: [number, number, number][]
    margin: string
  }
  /** A remark with its place in the match (core.reviewing.Remark). */
  interface MatchRemark {
    event: number
    ply: number
    line: string
    seat: string | null
    verdict: string
    words: string
    value: number | null
    better: BetterMove[]
    turning: boolean
  }
  /** One decision of a match in figures. */
  interface MatchDecision {
    event: number
    ply: number
    line: string
    seat: string
    value: number
    low: number
    high: number
    given: number | null
  }
  /** A review as it is read, on paper and on pages: with the players' names in its words. Plain data for JSON (docs/api.md). */
  interface MatchReview {
    summary: string[]
    chart: Chart | null
    remarks: MatchRemark[]
    decisions: MatchDecision[]
  }
  type FromServer = Full | Update | Chatted | Murmur | Gallery | Told | Talks | Kept | Tabled | Accepted | Taken | Refused | Stepped | Pong
}
