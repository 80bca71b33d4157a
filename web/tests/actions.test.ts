/** Actions in words, as advice, study and trainer show them. */

import { beforeAll, expect, test, vi } from 'vitest'
import { inWords as lowdown } from '../src/boards/lowdown/actions'
import { inWords as mixeddoubles } from '../src/boards/mixeddoubles/actions'
import lowdownTexts from '../src/boards/lowdown/texts.json'
import mixeddoublesTexts from '../src/boards/mixeddoubles/texts.json'
import { inWords as phase10 } from '../src/boards/phase10/actions'
import phase10Texts from '../src/boards/phase10/texts.json'
import { inWords as sixes } from '../src/boards/sixes/actions'
import sixesTexts from '../src/boards/sixes/texts.json'
import { speak } from '../src/lib/i18n.svelte'

beforeAll(async () => {
  const colours = Object.fromEntries(['red', 'green', 'purple'].map((colour) => [`page.colour_${colour}`, colour]))
  const plural = { 'phase10.board_rolldice': { one: 'Roll {count} die', other: 'Roll {count} dice' } }
  const texts = { ...lowdownTexts, ...mixeddoublesTexts, ...phase10Texts, ...sixesTexts, ...colours, ...plural }
  vi.stubGlobal('fetch', () => Promise.resolve({ json: () => ({ language: 'en', texts, rules: {} }) }))
  await speak('en')
  vi.unstubAllGlobals()
})

test.each([
  [lowdown, 'pick 2 purple', 'Take 2 purple'],
  [lowdown, 'secret', 'Take the secret pair'],
  [lowdown, 'write 2 G3', 'Write 2 in box 3 of the green grid'],
  [lowdown, 'wild 4 R1', 'Wild: write 4 in box 1 of the red grid'],
  [lowdown, 'black P4', 'Black out box 4 of the purple grid'],
  [lowdown, 'cross P123', 'Cross out row 1 2 3 of the purple grid'],
  [lowdown, 'done', 'No more rows'],
  [phase10, 'stop', 'Stop'],
  [phase10, 'reroll all', 'Roll all dice'],
  [phase10, 'reroll L1 H3', 'Roll 2 dice'],
  [sixes, 'take 5+1', 'Take 5+1'],
  [sixes, 'play 4+2', 'Play 4+2'],
  [sixes, 'answer 2', 'Answer 2'],
  [sixes, 'add 3+1 to 2 vs hard', 'Add 3+1 to 2 against a hard six'],
  [sixes, 'add 4 to 2 vs soft', 'Add 4 to 2 against a soft six'],
  [sixes, 'pass', 'Pass'],
  [sixes, 'roll', 'Final roll'],
  [sixes, 'stop', 'Stop here'],
  [mixeddoubles, 'wager red 3', 'Wager red 3'],
  [mixeddoubles, 'roll', 'Roll'],
  [mixeddoubles, 'draw', 'Draw three'],
  [mixeddoubles, 'end', 'End the turn'],
  [mixeddoubles, 'extra roll', 'Play EXTRA ROLL'],
  [mixeddoubles, 'keep', 'Keep MINUS FIVE'],
  [mixeddoubles, 'swap 0', 'Swap palettes with player 1'],
  [mixeddoubles, 'part 2', 'Hand MINUS FIVE to player 3'],
  [mixeddoubles, 'steal red 3 from 1', 'Steal red 3 from player 2'],
  [mixeddoubles, 'steal extra roll from 1', 'Steal EXTRA ROLL from player 2'],
  [mixeddoubles, 'steal steal from 1', 'Steal STEAL from player 2'],
  [mixeddoubles, 'steal bank 1', 'Steal a random card from the bank of player 2'],
  [mixeddoubles, 'steal minus five to 1', 'STEAL: move MINUS FIVE to player 2'],
])('%o says %s as %s', (inWords, action, words) => {
  expect(inWords(action, null)).toBe(words)
})
