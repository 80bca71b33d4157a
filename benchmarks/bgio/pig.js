// Pig for boardgame.io, by the rules of tests/examples/pig: roll adds up, a 1 loses the turn, hold keeps; 100 wins.
const TARGET = 100;

module.exports = {
  name: "pig",
  disableUndo: true,
  setup: () => ({ scores: [0, 0], brought: 0 }),
  moves: {
    roll: {
      client: false,
      move: ({ G, random, events }) => {
        const face = random.D6();
        if (face === 1) {
          G.brought = 0;
          events.endTurn();
        } else {
          G.brought += face;
        }
      },
    },
    hold: {
      client: false,
      move: ({ G, ctx, events }) => {
        const seat = Number(ctx.currentPlayer);
        G.scores[seat] += G.brought;
        G.brought = 0;
        if (G.scores[seat] >= TARGET) events.endGame({ winner: seat });
        else events.endTurn();
      },
    },
  },
};
