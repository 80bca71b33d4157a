/** Faces of bots, put together from drawn parts: every name has its own. */

/** In a square of 40: what lies behind the head, the head, and what is on it. */
const BEHIND = {
  none: '',
  cat: 'M5 17L4 3l11 6ZM35 17l1-14-11 6Z',
  mouse: 'M3 10a7 7 0 1 1 14 0a7 7 0 1 1-14 0M23 10a7 7 0 1 1 14 0a7 7 0 1 1-14 0',
  rabbit: 'M9 17Q5-1 11-2q6 1 6 17ZM31 17q4-18-2-19-6 1-6 17Z',
  elephant: 'M13 10Q-3 4-2 20q2 12 13 8ZM27 10q16-6 15 10-2 12-13 8Z',
  fins: 'M6 22l-8-7 1 14ZM34 22l8-7-1 14ZM14 8l6-9 6 9Z',
  feathers: 'M4 16L-1 9l9 1ZM36 16l5-7-9 1Z',
  wig: 'M20 1C5 0-1 13 3 23q-4 5 0 9 1 6 8 5h18q7 1 8-5 4-4 0-9C41 13 35 0 20 1Z',
  ringlets: 'M20 2C6 2 2 12 4 20q-5 2-2 6-4 3 0 6-2 5 4 5h28q6 0 4-5 4-3 0-6 3-4-2-6C38 12 34 2 20 2Z',
  bun: 'M14 4a6 6 0 1 1 12 0a6 6 0 1 1-12 0M20 4C8 4 2 12 4 24h32C38 12 32 4 20 4Z',
  star: 'M20-3l4 7 8-4 0 9 9 1-6 7 6 7-9 1 0 9-8-4-4 7-4-7-8 4 0-9-9-1 6-7-6-7 9-1 0-9 8 4Z',
} as const
const HEAD = {
  round: 'M3 21a17 17 0 1 1 34 0a17 17 0 1 1-34 0',
  egg: 'M20 3c9 0 15 10 15 20s-6 15-15 15S5 33 5 23 11 3 20 3Z',
  pear: 'M20 3c7 0 9 6 12 13s5 22-12 22S5 23 8 16 13 3 20 3Z',
  blob: 'M20 2c9 0 17 5 18 15s-2 21-17 21S1 29 2 17 11 2 20 2Z',
  square: 'M13 4h14q10 0 10 10v14q0 10-10 10H13Q3 38 3 28V14Q3 4 13 4Z',
  tall: 'M17 2h6q10 0 10 12v12q0 12-10 12h-6Q7 38 7 26V14Q7 2 17 2Z',
  drop: 'M20 0c3 7 16 12 16 23a16 15 0 1 1-32 0C4 12 17 7 20 0Z',
  tower: 'M5 3h6v5h5V3h8v5h5V3h6v29q0 6-6 6H11q-6 0-6-6Z',
  shield: 'M5 6q15-5 30 0v14q0 13-15 18Q5 33 5 20Z',
} as const
const EYES = {
  dots: ['', 'M11.5 20a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0M23.7 20a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0'],
  wide: [
    'M7.5 19a6 6 0 1 0 12 0a6 6 0 1 0-12 0M20.5 19a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
    'M12 20a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M24 20a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
  ],
  odd: [
    'M7 18a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M23 17a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0',
    'M13 20a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M26 15a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
  ],
  sly: ['M8 18h9q-1 6-5 6t-4-6ZM23 18h9q0 6-4 6t-5-6Z', 'M12 18h4v4h-4ZM24 18h4v4h-4Z'],
  glasses: [
    'M6 19a6.4 6.4 0 1 0 12.8 0a6.4 6.4 0 1 0-12.8 0M21.2 19a6.4 6.4 0 1 0 12.8 0a6.4 6.4 0 1 0-12.8 0',
    'M10.6 19a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0M25.8 19a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0M18.5 18h3v2h-3Z',
  ],
  monocle: [
    'M21 19a6.4 6.4 0 1 0 12.8 0a6.4 6.4 0 1 0-12.8 0',
    'M10 19.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M25.4 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M33 24l1.6-.4 1 9-1.4 0Z',
  ],
  calm: [
    'M10 20q3.5-4 7 0-3.5 4-7 0ZM23 20q3.5-4 7 0-3.5 4-7 0Z',
    'M12 20a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M25 20a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0',
  ],
} as const
/** Drawn as lines. */
const MOUTH = {
  smile: 'M13 29q7 6 14 0',
  flat: 'M14 30h12',
  smirk: 'M14 30q8 2 12-3',
  wave: 'M11 29q4 5 9 0t9 0',
  zigzag: 'M11 29l4 3 4-3 4 3 4-3 3 2',
  oh: 'M17 30a3 3.4 0 1 0 6 0a3 3.4 0 1 0-6 0',
  grin: 'M10 27q10 12 20 0ZM14 29v3M20 30v4M26 29v3',
  teeth: 'M12 27q8 4 16 0M17 29v5h3v-5M20 29v5h3v-5',
  beak: 'M14 25l6-3 6 3-6 9ZM14 25h12',
  whiskers: 'M17 28q3 3 6 0M13 27l-9-2M13 29l-9 2M27 27l9-2M27 29l9 2',
  trunk: 'M17 25q-1 10 4 12t6-3M23 25q0 6 1 7',
  moustache: 'M20 27q-5-2-9 3 6 1 9-2 3 3 9 2-4-5-9-3ZM17 33q3 2 6 0',
  beard: 'M9 26q11 5 22 0 1 13-11 13T9 26ZM16 30q4 3 8 0',
  goatee: 'M13 28q7 3 14 0M17 33h6l-3 6Z',
  collar: 'M14 29q6 4 12 0M15 38l1-4h8l1 4',
} as const
/** Hats and hair in front, and other signs of who it is. */
const ON = {
  none: '',
  tuft: 'M20 4Q16-3 22-3M20 4q5-6 8-2',
  curl: 'M20 4q-6-5 0-8t6 3-5 2',
  antenna: 'M20 4v-6M20-2a1.6 1.6 0 1 0 .1 0',
  feelers: 'M15 5Q12-2 7-2M25 5q3-7 8-7',
  bubbles: 'M8 4a2.4 2.4 0 1 0 .1 0M33 7a3 3 0 1 0 .1 0M29-1a1.6 1.6 0 1 0 .1 0',
  noodles: 'M7 12Q5 2 11 3t4-5M20 5q-2-6 2-8M33 12q2-8-3-9t-3-5',
  spin: 'M6 6q14-9 28 0M10 2q10-5 20 0',
  mask: 'M4 18q16-9 32 0M8 24q4 4 8 0M24 24q4 4 8 0',
  cheeks: 'M7 27q-2 5 4 7M33 27q2 5-4 7',
  stripe: 'M20 4v9M15 5v6M25 5v6',
  tally: 'M12 8v6M16 8v6M20 8v6M24 8v6M10 13l17-4',
  beads: 'M5 9h30M10 9a2.4 2.4 0 1 0 .1 0M18 9a2.4 2.4 0 1 0 .1 0M29 9a2.4 2.4 0 1 0 .1 0',
  feather: 'M27 9Q29-3 38-5q1 9-11 14ZM27 9l6-8',
  cap: 'M5 13q2-11 15-11t15 11ZM3 13h20',
  sailor: 'M7 9h26l2-7q-15-5-30 0ZM7 9q13 4 26 0M18 3h4',
  needle: 'M20-4l3 8-3 5-3-5ZM17 4h6',
  visor: 'M4 14Q20 4 36 14l-4 2Q20 9 8 16Z',
  tophat: 'M9 6h22M12 6V-5h16V6M12 2h16',
  beret: 'M4 9q0-9 17-9t15 9q-16-4-32 0ZM20 0v-3',
  parting: 'M5 16Q8 4 20 4q-4 8-15 12ZM20 4q12 0 15 12-8-3-15-12Z',
  curls: 'M6 12a4 4 0 1 1 5-5 4 4 0 1 1 9-2 4 4 0 1 1 9 2 4 4 0 1 1 5 5',
  flowers: 'M10 8a2.6 2.6 0 1 0 .1 0M16 4a2.6 2.6 0 1 0 .1 0M30 8a2.6 2.6 0 1 0 .1 0',
  bald: 'M5 20q-1-6 2-9M35 20q1-6-2-9',
  brow: 'M9 15l8-2M31 15l-8-2',
  bell: 'M9 8q11-12 22 0ZM20 2v-4',
} as const

/** Parts of a face: behind, head, eyes, mouth, on it; and its colour, a number. */
type Parts = [keyof typeof BEHIND, keyof typeof HEAD, keyof typeof EYES, keyof typeof MOUTH, keyof typeof ON, number]

const KNOWN: Record<string, Parts> = {
  Wobble: ['none', 'blob', 'odd', 'wave', 'tuft', 3],
  Tumble: ['none', 'pear', 'wide', 'oh', 'curl', 0],
  Fizz: ['none', 'drop', 'wide', 'grin', 'bubbles', 1],
  Jumble: ['none', 'square', 'odd', 'zigzag', 'antenna', 5],
  Skitter: ['none', 'egg', 'wide', 'flat', 'feelers', 2],
  Flip: ['star', 'round', 'dots', 'smile', 'none', 6],
  Hopla: ['rabbit', 'round', 'wide', 'smile', 'cheeks', 4],
  Dizzy: ['none', 'round', 'odd', 'oh', 'spin', 7],
  Noodle: ['none', 'pear', 'dots', 'wave', 'noodles', 5],
  Magpie: ['feathers', 'round', 'sly', 'beak', 'stripe', 1],
  Hamster: ['mouse', 'round', 'dots', 'teeth', 'cheeks', 0],
  Jackdaw: ['feathers', 'egg', 'wide', 'beak', 'tuft', 7],
  Squirrel: ['cat', 'pear', 'dots', 'teeth', 'stripe', 3],
  Goldie: ['fins', 'round', 'wide', 'oh', 'none', 5],
  Nibbles: ['mouse', 'drop', 'dots', 'whiskers', 'none', 2],
  Hoover: ['elephant', 'round', 'dots', 'trunk', 'brow', 1],
  Pockets: ['rabbit', 'pear', 'sly', 'smirk', 'none', 7],
  Raven: ['feathers', 'shield', 'sly', 'beak', 'brow', 4],
  Tally: ['none', 'square', 'dots', 'smile', 'tally', 2],
  Abacus: ['none', 'square', 'glasses', 'flat', 'beads', 3],
  Quill: ['none', 'egg', 'glasses', 'smirk', 'feather', 6],
  Steady: ['none', 'square', 'calm', 'flat', 'cap', 1],
  Marlow: ['none', 'round', 'calm', 'beard', 'sailor', 0],
  Compass: ['none', 'round', 'monocle', 'smile', 'needle', 5],
  Ledger: ['none', 'tall', 'glasses', 'flat', 'visor', 2],
  Sterling: ['none', 'tall', 'monocle', 'moustache', 'tophat', 7],
  Rook: ['none', 'tower', 'calm', 'flat', 'none', 4],
  Pascal: ['wig', 'egg', 'calm', 'smile', 'none', 0],
  Fermat: ['wig', 'tall', 'calm', 'moustache', 'none', 1],
  Cardano: ['none', 'egg', 'calm', 'beard', 'beret', 3],
  Huygens: ['ringlets', 'tall', 'calm', 'smirk', 'none', 5],
  Bernoulli: ['wig', 'round', 'monocle', 'smirk', 'none', 6],
  Laplace: ['none', 'round', 'calm', 'smile', 'curls', 4],
  Lovelace: ['bun', 'egg', 'calm', 'smile', 'flowers', 3],
  Bayes: ['none', 'egg', 'dots', 'collar', 'parting', 2],
  Markov: ['none', 'shield', 'calm', 'beard', 'brow', 7],
  Zermelo: ['none', 'egg', 'glasses', 'goatee', 'bald', 1],
  Noether: ['bun', 'round', 'glasses', 'smile', 'none', 2],
  Bellman: ['none', 'square', 'calm', 'smile', 'bell', 0],
  Shapley: ['none', 'tall', 'glasses', 'beard', 'parting', 6],
  Nash: ['none', 'shield', 'sly', 'smirk', 'parting', 5],
  Kolmogorov: ['none', 'tall', 'calm', 'smirk', 'curls', 7],
  Hopper: ['none', 'round', 'glasses', 'smirk', 'sailor', 4],
  Turing: ['none', 'egg', 'dots', 'smirk', 'parting', 3],
  Germain: ['ringlets', 'round', 'dots', 'smile', 'flowers', 1],
}

export interface BotFace {
  behind: string
  head: string
  /** What is white of the eyes, and what is dark. */
  white: string
  dark: string
  mouth: string
  on: string
  colour: number
}

/** Whether a bot's name is one of ours: then it has a temper of its own. */
export const knownBot = (name: string): string | null => {
  const plain = name.replace(/ \d+$/, '')
  return plain in KNOWN ? plain : null
}

/** The same for the same name, whatever its level; others' bots get what their name leads to. */
export function botFace(name: string, number: number): BotFace {
  const any = Object.values(KNOWN)
  const known = knownBot(name)
  const [behind, head, eyes, mouth, on, colour] = (known ? KNOWN[known] : any[number % any.length]) as Parts
  const [white, dark] = EYES[eyes]
  return { behind: BEHIND[behind], head: HEAD[head], white, dark, mouth: MOUTH[mouth], on: ON[on], colour }
}
