/* Random playouts of Mixed Doubles in plain C: the yardstick for the compiled engine.
 *
 * The same rules, the same list of legal actions, the same generator: for the same seed it plays the same events to the
 * same points as the engine's loop (default variants).
 *
 *     cc -O3 -march=native -o mixeddoubles benchmarks/c/mixeddoubles.c
 *     ./mixeddoubles SEATS SEED FIRST MATCHES
 *
 * prints one line of JSON: events, decisions, points (summed over the matches, by seat), seconds.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 6, NOBODY = SEATS, COLOURS = 6, VALUES = 7, DRAW = 3, DICE = 2, FACES = 5, WILD = 3, PUSH = 4 };
enum { ALL_COLOURS = 63, FULL_LANE = 0x2AAA, EXTRA_ROLLS = 6, STEALS = 6, FREE_VALUES = 5, ALL_FREE = 31, DECK = 108 };
enum { ALL_IN = COLOURS * VALUES, EXTRA_ROLL = ALL_IN + COLOURS, STEAL, FREE, MINUS_FIVE = FREE + FREE_VALUES, KINDS };
enum { DEALING = 1, DRAWING, ROLLING, ROBBING, STARTING, WAGERING, PAUSING, ENDING, SWAPPING, PARTING, FINALE, ENDED };
enum {
    WAGER = 0,
    ROLL_DICE = ALL_IN,
    DRAW_CARDS,
    END_TURN,
    PLAY_EXTRA,
    SWAP_WITH,
    PART_TO = SWAP_WITH + SEATS,
    KEEP = PART_TO + SEATS,
    MOVE_TO,
    ROB = MOVE_TO + SEATS,
    TAKE = ROB + SEATS,
    LOOT_EXTRA = ALL_IN,
    LOOT_STEAL,
    LOOT,
    ACTIONS = TAKE + SEATS * LOOT
};

typedef struct {
    int32_t seats, stage, turn, to_draw, extras, wagered, wager_colour, wager_value, rolls, landed, die[DICE];
    int32_t robbed, resume, finale;
    int32_t palette[SEATS][COLOURS], palette_all_in[SEATS], palette_extra[SEATS], palette_steal[SEATS], minus_five;
    int32_t bank[SEATS][COLOURS], bank_free[SEATS], jackpot[COLOURS];
    int32_t pile[COLOURS], pile_all_in, pile_extra, pile_steal, pile_free, pile_cards;
    int32_t discard_all_in, discard_extra, discard_steal;
} State;

static const int SIDES_WITH[FACES] = {2, 2, 2, 1, 1};
static const int MIXTURES[FACES][FACES] = {
    {1, 8, 16, 25, 0}, {8, 2, 32, 42, 0}, {16, 32, 4, 52, 0}, {25, 42, 52, 63, 0}, {0, 0, 0, 0, 0}};
static const int PUSHES[FACES] = {1, 2, 4, ALL_COLOURS, 0};

/* The generator: sfc32. */

static uint32_t key[4];

static uint32_t next_word(void) {
    uint32_t a = key[0], b = key[1], c = key[2];
    uint32_t word = a + b + key[3];
    key[0] = b ^ (b >> 9);
    key[1] = c + (c << 3);
    key[2] = (c << 21 | c >> 11) + word;
    key[3]++;
    return word;
}

static void seed_key(uint64_t seed, uint64_t stream) {
    key[0] = (uint32_t)seed;
    key[1] = (uint32_t)(seed >> 32);
    key[2] = (uint32_t)stream;
    key[3] = 1 + (uint32_t)(stream >> 32);
    for (int i = 0; i < 15; i++) next_word();
}

static int below(uint32_t bound) {
    uint64_t product = (uint64_t)next_word() * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (uint32_t)(((uint64_t)1 << 32) - bound) % bound;
        while ((uint32_t)product < threshold) product = (uint64_t)next_word() * bound;
    }
    return (int)(product >> 32);
}

static int weighted(const int *weights, int count) {
    int sum = 0, index = 0;
    for (int i = 0; i < count; i++) sum += weights[i];
    int rest = below((uint32_t)sum);
    while (rest >= weights[index]) rest -= weights[index++];
    return index;
}

/* Lanes: two bits for each value. */

static int kind_of(int colour, int value) { return colour * VALUES + value - 1; }
static int colour_of(int kind) { return kind / VALUES; }
static int one_card(int kind) { return 1 << 2 * (kind % VALUES); }
static int count_of(int lane, int value) { return lane >> 2 * (value - 1) & 3; }

static int points_in(int lane) {
    int points = 0;
    for (int value = 1; lane; value++, lane >>= 2) points += value * (lane & 3);
    return points;
}

static int total(const State *s, int seat) {
    int points = s->minus_five == seat ? -5 : 0;
    for (int value = 1; value <= FREE_VALUES; value++)
        if (s->bank_free[seat] >> (value - 1) & 1) points += value;
    for (int colour = 0; colour < COLOURS; colour++) points += points_in(s->bank[seat][colour]);
    return points;
}

/* What may be done. */

static int bank_has_cards(const State *s, int seat) {
    for (int colour = 0; colour < COLOURS; colour++)
        if (s->bank[seat][colour]) return 1;
    return s->bank_free[seat] != 0;
}

static int has_loot(const State *s, int seat) {
    if (s->palette_extra[seat] || s->palette_steal[seat] || bank_has_cards(s, seat)) return 1;
    for (int colour = 0; colour < COLOURS; colour++)
        if (s->palette[seat][colour]) return 1;
    return 0;
}

static int can_steal(const State *s, int seat) {
    if (!s->palette_steal[seat]) return 0;
    for (int victim = 0; victim < s->seats; victim++)
        if (victim != seat && has_loot(s, victim)) return 1;
    return s->seats > 2 && s->minus_five != seat && s->minus_five != NOBODY;
}

static int list_lane(const State *s, int owner, int colour, int from, int first, int *out, int count) {
    int lane = s->palette[owner][colour];
    if (lane)
        for (int value = from; value <= VALUES; value++)
            if (count_of(lane, value)) out[count++] = first + kind_of(colour, value);
    return count;
}

static int list_wagers(const State *s, int seat, int *out) {
    int count = 0;
    if (s->wagered) return list_lane(s, seat, s->wager_colour, s->wager_value, WAGER, out, 0);
    for (int colour = 0; colour < COLOURS; colour++) count = list_lane(s, seat, colour, 1, WAGER, out, count);
    return count;
}

static int list_others(const State *s, int seat, int first, int *out, int count) {
    for (int other = 0; other < s->seats; other++)
        if (other != seat) out[count++] = first + other;
    return count;
}

static int list_steals(const State *s, int seat, int *out, int count) {
    if (s->minus_five != seat && s->minus_five != NOBODY)
        for (int goal = 0; goal < s->seats; goal++)
            if (goal != seat && goal != s->minus_five) out[count++] = MOVE_TO + goal;
    for (int victim = 0; victim < s->seats; victim++)
        if (victim != seat && bank_has_cards(s, victim)) out[count++] = ROB + victim;
    for (int victim = 0; victim < s->seats; victim++) {
        int first = TAKE + victim * LOOT;
        if (victim == seat) continue;
        for (int colour = 0; colour < COLOURS; colour++) count = list_lane(s, victim, colour, 1, first, out, count);
        if (s->palette_extra[victim]) out[count++] = first + LOOT_EXTRA;
        if (s->palette_steal[victim]) out[count++] = first + LOOT_STEAL;
    }
    return count;
}

static int legal_actions(const State *s, int seat, int *out) {
    int stage = s->stage, count = 0;
    if (stage == WAGERING) count = list_wagers(s, seat, out);
    if (stage == WAGERING || stage == PAUSING || stage == FINALE) out[count++] = ROLL_DICE;
    if (stage == STARTING) out[count++] = DRAW_CARDS;
    if (stage == ENDING) out[count++] = END_TURN;
    if (stage == STARTING && s->extras) out[count++] = PLAY_EXTRA;
    if (stage == SWAPPING) return list_others(s, seat, SWAP_WITH, out, count);
    if (stage == PARTING) {
        count = list_others(s, seat, PART_TO, out, count);
        out[count++] = KEEP;
        return count;
    }
    if (s->palette_steal[seat] && stage != FINALE) count = list_steals(s, seat, out, count);
    return count;
}

/* What happens. */

static void push(State *s, int seat, int colours) {
    for (int colour = 0; colour < COLOURS; colour++)
        if (colours >> colour & 1) {
            s->jackpot[colour] += s->palette[seat][colour];
            s->palette[seat][colour] = 0;
        }
}

static void next_turn(State *s);

static void open_stage(State *s, int stage) {
    if (stage == WAGERING || can_steal(s, s->turn) || (stage == STARTING && s->extras))
        s->stage = stage;
    else if (stage == STARTING)
        s->stage = DRAWING;
    else if (stage == PAUSING)
        s->stage = ROLLING;
    else
        next_turn(s);
}

static void start_turn(State *s) {
    s->wagered = s->wager_colour = s->wager_value = 0;
    s->rolls = 1;
    if (s->pile_cards == 0) {
        for (int seat = 0; seat < s->seats; seat++) push(s, seat, ALL_COLOURS);
        s->extras = 0;
        s->finale = s->seats;
        s->stage = FINALE;
    } else {
        s->extras = s->palette_extra[s->turn];
        s->to_draw = s->pile_cards < DRAW ? s->pile_cards : DRAW;
        open_stage(s, STARTING);
    }
}

static void next_turn(State *s) {
    s->turn = (s->turn + 1) % s->seats;
    start_turn(s);
}

static void after_roll(State *s) {
    if (s->finale) {
        s->finale--;
        s->turn = (s->turn + 1) % s->seats;
        s->rolls = 1;
        s->stage = s->finale ? FINALE : ENDED;
    } else {
        open_stage(s, s->rolls ? PAUSING : ENDING);
    }
}

static void exchange(int32_t *one, int32_t *other) {
    int32_t kept = *one;
    *one = *other;
    *other = kept;
}

static void swap(State *s, int seat, int partner) {
    for (int colour = 0; colour < COLOURS; colour++) exchange(&s->palette[seat][colour], &s->palette[partner][colour]);
    exchange(&s->palette_extra[seat], &s->palette_extra[partner]);
    exchange(&s->palette_steal[seat], &s->palette_steal[partner]);
    if (s->minus_five == seat)
        s->minus_five = partner;
    else if (s->minus_five == partner)
        s->minus_five = seat;
}

static void steal(State *s, int seat, int action) {
    int stage = s->stage == WAGERING && s->wagered ? PAUSING : s->stage;
    s->palette_steal[seat]--;
    s->discard_steal++;
    if (action >= ROB && action < TAKE) {
        s->robbed = action - ROB;
        s->resume = stage;
        s->stage = ROBBING;
        return;
    }
    if (action < ROB) {
        s->minus_five = action - MOVE_TO;
    } else {
        int victim = (action - TAKE) / LOOT, loot = (action - TAKE) % LOOT;
        if (loot == LOOT_EXTRA) {
            s->palette_extra[victim]--;
            s->palette_extra[seat]++;
        } else if (loot == LOOT_STEAL) {
            s->palette_steal[victim]--;
            s->palette_steal[seat]++;
        } else {
            s->palette[victim][colour_of(loot)] -= one_card(loot);
            s->palette[seat][colour_of(loot)] += one_card(loot);
        }
    }
    open_stage(s, stage);
}

static void apply(State *s, int seat, int action) {
    if (action < ROLL_DICE) {
        s->palette[seat][colour_of(action)] -= one_card(action);
        s->jackpot[colour_of(action)] += one_card(action);
        if (s->wagered) s->rolls++;
        s->wagered++;
        s->wager_colour = colour_of(action);
        s->wager_value = action % VALUES + 1;
    } else if (action == ROLL_DICE) {
        s->stage = ROLLING;
    } else if (action == DRAW_CARDS) {
        s->stage = DRAWING;
    } else if (action == END_TURN) {
        next_turn(s);
    } else if (action == PLAY_EXTRA) {
        s->palette_extra[seat]--;
        s->discard_extra++;
        s->extras--;
        s->rolls++;
        open_stage(s, STARTING);
    } else if (action < PART_TO) {
        swap(s, seat, action - SWAP_WITH);
        after_roll(s);
    } else if (action < MOVE_TO) {
        if (action != KEEP) s->minus_five = action - PART_TO;
        after_roll(s);
    } else {
        steal(s, seat, action);
    }
}

static int odds(const State *s, int *weights) {
    if (s->stage == ROLLING) {
        memcpy(weights, SIDES_WITH, sizeof SIDES_WITH);
        return FACES;
    }
    int robbing = s->stage == ROBBING;
    const int32_t *lanes = robbing ? s->bank[s->robbed] : s->pile;
    int free = robbing ? s->bank_free[s->robbed] : s->pile_free;
    for (int colour = 0; colour < COLOURS; colour++) {
        for (int value = 1; value <= VALUES; value++)
            weights[kind_of(colour, value)] = count_of(lanes[colour], value);
        weights[ALL_IN + colour] = robbing ? 0 : s->pile_all_in >> colour & 1;
    }
    weights[EXTRA_ROLL] = robbing ? 0 : s->pile_extra;
    weights[STEAL] = robbing ? 0 : s->pile_steal;
    for (int value = 0; value < FREE_VALUES; value++) weights[FREE + value] = free >> value & 1;
    weights[MINUS_FIVE] = !robbing && s->minus_five == NOBODY;
    return KINDS;
}

static void draw(State *s, int seat, int kind) {
    s->to_draw--;
    s->pile_cards--;
    if (kind < ALL_IN) {
        s->pile[colour_of(kind)] -= one_card(kind);
        s->palette[seat][colour_of(kind)] += one_card(kind);
    } else if (kind < EXTRA_ROLL) {
        s->pile_all_in -= 1 << (kind - ALL_IN);
        s->palette_all_in[seat] += 1 << (kind - ALL_IN);
    } else if (kind == EXTRA_ROLL) {
        s->pile_extra--;
        s->palette_extra[seat]++;
    } else if (kind == STEAL) {
        s->pile_steal--;
        s->palette_steal[seat]++;
    } else if (kind < MINUS_FIVE) {
        s->pile_free -= 1 << (kind - FREE);
        s->bank_free[seat] += 1 << (kind - FREE);
    } else {
        s->minus_five = seat;
    }
}

static void play_all_ins(State *s, int drawer) {
    int colours = s->palette_all_in[drawer];
    if (!colours) return;
    for (int seat = 0; seat < s->seats; seat++) push(s, seat, colours);
    s->discard_all_in += colours;
    s->palette_all_in[drawer] = 0;
}

static void win(State *s, int seat, int won) {
    for (int colour = 0; colour < COLOURS; colour++)
        if (won >> colour & 1) {
            s->bank[seat][colour] += s->palette[seat][colour] + s->jackpot[colour];
            s->palette[seat][colour] = s->jackpot[colour] = 0;
        }
    if (s->wagered && won >> s->wager_colour & 1)
        for (int other = 0; other < s->seats; other++) {
            s->bank[seat][s->wager_colour] += s->palette[other][s->wager_colour];
            s->palette[other][s->wager_colour] = 0;
        }
}

static void land_die(State *s, int face) {
    s->die[s->landed++] = face;
    if (s->landed < DICE) return;
    s->landed = 0;
    s->rolls--;
    int first = s->die[0], second = s->die[1], seat = s->turn;
    push(s, seat, first == PUSH ? PUSHES[second] : second == PUSH ? PUSHES[first] : 0);
    win(s, seat, MIXTURES[first][second]);
    if (first == PUSH && second == PUSH) {
        if (s->seats > 2) {
            s->stage = SWAPPING;
            return;
        }
        swap(s, seat, 1 - seat);
    }
    after_roll(s);
}

static void land(State *s, int outcome) {
    if (s->stage == ROLLING) {
        land_die(s, outcome);
    } else if (s->stage == ROBBING) {
        if (outcome < ALL_IN) {
            s->bank[s->robbed][colour_of(outcome)] -= one_card(outcome);
            s->palette[s->turn][colour_of(outcome)] += one_card(outcome);
        } else {
            s->bank_free[s->robbed] -= 1 << (outcome - FREE);
            s->bank_free[s->turn] += 1 << (outcome - FREE);
        }
        s->robbed = NOBODY;
        open_stage(s, s->resume);
    } else if (s->stage == DEALING) {
        draw(s, (DRAW * s->seats - s->to_draw) / DRAW, outcome);
        if (s->to_draw == 0) {
            for (int seat = 0; seat < s->seats; seat++) play_all_ins(s, seat);
            start_turn(s);
        }
    } else {
        draw(s, s->turn, outcome);
        if (s->to_draw == 0) {
            play_all_ins(s, s->turn);
            s->stage = WAGERING;
        }
    }
}

static void setup(State *s, int seats) {
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->robbed = s->minus_five = NOBODY;
    for (int colour = 0; colour < COLOURS; colour++) s->pile[colour] = FULL_LANE;
    s->pile_all_in = ALL_COLOURS;
    s->pile_extra = EXTRA_ROLLS;
    s->pile_steal = STEALS;
    s->pile_free = ALL_FREE;
    s->pile_cards = DECK;
    s->to_draw = DRAW * seats;
    s->stage = DEALING;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: %s SEATS SEED FIRST MATCHES\n", argv[0]);
        return 2;
    }
    int seats = atoi(argv[1]);
    uint64_t seed = strtoull(argv[2], NULL, 10), first = strtoull(argv[3], NULL, 10);
    uint64_t matches = strtoull(argv[4], NULL, 10);
    if (seats < 2 || seats > SEATS) {
        fprintf(stderr, "Mixed Doubles is for 2 to %d seats, not %d\n", SEATS, seats);
        return 2;
    }
    static State state;
    static int legal[ACTIONS], weights[KINDS];
    long long events = 0, decisions = 0, points[SEATS] = {0};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (uint64_t number = first; number < first + matches; number++) {
        seed_key(seed, number);
        setup(&state, seats);
        while (state.stage != ENDED) {
            if (state.stage <= ROBBING) {
                land(&state, weighted(weights, odds(&state, weights)));
            } else {
                int count = legal_actions(&state, state.turn, legal);
                apply(&state, state.turn, legal[below((uint32_t)count)]);
                decisions++;
            }
            events++;
        }
        for (int seat = 0; seat < seats; seat++) points[seat] += total(&state, seat);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("{\"events\": %lld, \"decisions\": %lld, \"points\": [", events, decisions);
    for (int seat = 0; seat < seats; seat++) printf("%s%lld", seat ? ", " : "", points[seat]);
    printf("], \"seconds\": %.6f}\n", seconds);
    return 0;
}
