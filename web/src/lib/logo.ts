/** The five dots of the logo, on a field of 64 by 64. */
export const DOTS: [number, number, string][] = [
  [18, 18, '#5fb7ff'],
  [46, 18, '#ffb341'],
  [32, 32, '#ffffff'],
  [18, 46, '#ff7b86'],
  [46, 46, '#7fd88f'],
]
