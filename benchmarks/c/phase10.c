/* Random playouts of Phase 10 Dice in plain C: the yardstick for the compiled engine.
 *
 * The same rules, the same list of legal actions, the same generator: for the same seed it plays the same events to the
 * same points as the engine's loop.
 *
 *     phase10 SEATS SEED FIRST MATCHES
 *
 * prints one line of JSON: events, decisions, points (summed over the matches, by seat).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DICE = 10, SIDES = 6, SEATS = 8, PHASES = 10, ROLLS = 3, HIGHEST = 10, COLOURS = 4 };
enum { ALL_DICE = (1 << DICE) - 1, ACTIONS = 1 << DICE, STARTING_DIE = 4 };
enum { BONUS = 40, BONUS_PHASES = 5, BONUS_OVER = 220, FAILURE_COST = 5, FINISHED = PHASES, NOBODY = SEATS };
enum { STARTING, ROLLING, CHOOSING, ENDED };
enum { OVER = 0, CHANCE = 1 << SEATS, NOT_MADE = -1 };
enum { TWO_SETS, SET_AND_RUN, ONE_RUN, ONE_COLOUR };

static const int8_t LOW[SIDES] = {1, 2, 3, 4, 0, 0};
static const int8_t COLOUR[DICE][SIDES] = {
    {0, 3, 2, 3, 1, 2}, {1, 0, 3, 2, 0, 2}, {2, 1, 1, 0, 3, 0}, {3, 2, 0, 1, 1, 3}, {1, 2, 0, 3, 2, 3},
    {3, 1, 3, 2, 0, 1}, {2, 0, 1, 0, 3, 2}, {1, 3, 2, 0, 1, 0}, {0, 0, 1, 2, 1, 3}, {0, 2, 3, 1, 3, 2}};
static const int8_t KIND[PHASES] = {TWO_SETS, SET_AND_RUN, SET_AND_RUN, ONE_RUN,  ONE_RUN,
                                    ONE_RUN,  TWO_SETS,    ONE_COLOUR,  TWO_SETS, TWO_SETS};
static const int8_t FIRST[PHASES] = {3, 3, 4, 7, 8, 9, 4, 7, 5, 5};
static const int8_t SECOND[PHASES] = {3, 4, 4, 0, 0, 0, 4, 0, 2, 3};

typedef struct {
    int32_t seats, stage, order[SEATS], turn, rolls, rolling, face[DICE], start_roll[SEATS], start_rank[SEATS];
    int32_t phase[SEATS], points[SEATS][PHASES], five_phase_bonus[SEATS], first_finish_bonus[SEATS];
    int32_t failures[SEATS], tries[SEATS], finisher, qualified;
} State;

typedef struct { uint32_t a, b, c, counter; } Key;

static uint32_t next_word(Key *key) {
    uint32_t word = key->a + key->b + key->counter++;
    key->a = key->b ^ key->b >> 9;
    key->b = key->c + (key->c << 3);
    key->c = (key->c << 21 | key->c >> 11) + word;
    return word;
}

static void seed_key(Key *key, uint64_t seed, uint64_t stream) {
    *key = (Key){(uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)stream, 1 + (uint32_t)(stream >> 32)};
    for (int i = 0; i < 15; i++) next_word(key);
}

static int below(Key *key, uint32_t bound) {
    uint64_t product = (uint64_t)next_word(key) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold) product = (uint64_t)next_word(key) * bound;
    }
    return (int)(product >> 32);
}

static int weighted(Key *key, const int32_t *weights, int count) {
    int total = 0, passed = 0, chosen = 0;
    for (int index = 0; index < count; index++) total += weights[index];
    int rest = below(key, total);
    for (int index = 0; index < count; index++) chosen += (passed += weights[index]) <= rest;
    return chosen;
}

static int number_of(const State *s, int die) { return die < STARTING_DIE ? LOW[s->face[die]] : 5 + s->face[die]; }
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }

static int best_two_sets(const int *count, int large, int small) {
    int best = NOT_MADE;
    for (int first = 1; first <= HIGHEST; first++) {
        int natural = min(count[first], large), missing = large - natural;
        if (missing > count[0]) continue;
        for (int second = 1; second <= HIGHEST; second++) {
            int more = min(count[second] - (second == first ? natural : 0), small);
            if (missing + small - more <= count[0]) best = max(best, first * natural + second * more);
        }
    }
    return best;
}

static int best_runs(const int *count, int size, int length) {
    int best = NOT_MADE;
    for (int start = 1; start + length <= HIGHEST + 1; start++) {
        int missing = 0, points = 0;
        for (int n = start; n < start + length; n++) {
            if (count[n]) points += n;
            else missing++;
        }
        if (missing > count[0]) continue;
        if (!size) best = max(best, points);
        for (int n = 1; size && n <= HIGHEST; n++) {
            int left = count[n] - (n >= start && n < start + length && count[n] > 0), natural = min(left, size);
            if (missing + size - natural <= count[0]) best = max(best, points + n * natural);
        }
    }
    return best;
}

static int best_colour(const State *s, int size) {
    int shown[COLOURS] = {0}, of_colour[HIGHEST + 1] = {0}, colour = 0, points = 0;
    for (int die = 0; die < DICE; die++) shown[COLOUR[die][s->face[die]]]++;
    while (colour < COLOURS && shown[colour] < size) colour++;
    if (colour == COLOURS) return NOT_MADE;
    for (int die = 0; die < DICE; die++) of_colour[number_of(s, die)] += COLOUR[die][s->face[die]] == colour;
    for (int n = HIGHEST; n > 0; n--) {
        int used = min(size, of_colour[n]);
        points += used * n;
        size -= used;
    }
    return points;
}

static int best_phase(const State *s, int phase) {
    if (KIND[phase] == ONE_COLOUR) return best_colour(s, FIRST[phase]);
    int count[HIGHEST + 1] = {0};
    for (int die = 0; die < DICE; die++) count[number_of(s, die)]++;
    if (KIND[phase] == TWO_SETS) return best_two_sets(count, FIRST[phase], SECOND[phase]);
    if (KIND[phase] == ONE_RUN) return best_runs(count, 0, FIRST[phase]);
    return best_runs(count, FIRST[phase], SECOND[phase]);
}

static int running_total(const State *s, int seat) {
    int total = 0;
    for (int phase = 0; phase < s->phase[seat]; phase++) total += s->points[seat][phase];
    return total;
}

static void start_turn(State *s) {
    s->stage = ROLLING;
    s->rolls = 1;
    s->rolling = ALL_DICE;
}

static void finish(State *s, int seat) {
    if (s->finisher == NOBODY) {
        s->finisher = s->turn;
        if (s->seats > 1 || s->tries[seat] == 0) s->first_finish_bonus[seat] = BONUS;
        for (int column = s->turn + 1; column < s->seats; column++)
            if (s->phase[s->order[column]] == PHASES - 1) s->qualified |= 1 << s->order[column];
    } else if (s->qualified >> seat & 1) {
        s->first_finish_bonus[seat] = BONUS;
    }
}

static void end_turn(State *s) {
    int seat = s->order[s->turn], points = best_phase(s, s->phase[seat]), made = points != NOT_MADE;
    if (made) {
        s->points[seat][s->phase[seat]++] = points;
        if (s->phase[seat] == BONUS_PHASES && running_total(s, seat) > BONUS_OVER) s->five_phase_bonus[seat] = BONUS;
        if (s->phase[seat] == FINISHED) finish(s, seat);
        s->tries[seat] = 0;
    } else {
        s->failures[seat]++;
        s->tries[seat]++;
    }
    int in_last_try = s->finisher != NOBODY && s->turn != s->finisher;
    if (!(in_last_try && made && s->phase[seat] < FINISHED)) s->turn = (s->turn + 1) % s->seats;
    if (s->turn == s->finisher) s->stage = ENDED;
    else start_turn(s);
}

static int tied(const State *s) {
    for (int rank = 0; rank < s->seats; rank++) {
        int seats = 0;
        for (int seat = 0; seat < s->seats; seat++) seats |= (s->start_rank[seat] == rank) << seat;
        if (seats & (seats - 1)) return seats;
    }
    return 0;
}

static void land_start_roll(State *s, int side) {
    int seat = __builtin_ctz(s->rolling);
    s->start_roll[seat] = 5 + side;
    s->rolling &= s->rolling - 1;
    if (s->rolling) return;
    int together = tied(s);
    for (int one = 0; one < s->seats; one++)
        for (int other = 0; (together >> one & 1) && other < s->seats; other++)
            if ((together >> other & 1) && s->start_roll[other] > s->start_roll[one]) s->start_rank[one]++;
    s->rolling = tied(s);
    if (s->rolling) return;
    for (int one = 0; one < s->seats; one++) s->order[s->start_rank[one]] = one;
    start_turn(s);
}

static void setup(State *s, int seats) {
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->finisher = NOBODY;
    if (seats == 1) start_turn(s);
    else s->rolling = (1 << seats) - 1;
}

static int to_act(const State *s) {
    return s->stage == ENDED ? OVER : s->stage == CHOOSING ? 1 << s->order[s->turn] : CHANCE;
}

static int odds(int32_t *weights) {
    for (int side = 0; side < SIDES; side++) weights[side] = 1;
    return SIDES;
}

static void land(State *s, int side) {
    if (s->stage == STARTING) {
        land_start_roll(s, side);
        return;
    }
    s->face[__builtin_ctz(s->rolling)] = side;
    s->rolling &= s->rolling - 1;
    if (s->rolling) return;
    if (s->rolls == ROLLS) end_turn(s);
    else s->stage = CHOOSING;
}

static int legal_actions(const State *s, int seat, int64_t *out) {
    if (s->stage != CHOOSING || seat != s->order[s->turn]) return 0;
    for (int action = 0; action < ACTIONS; action++) out[action] = action;
    return ACTIONS;
}

static void apply(State *s, int action) {
    if (action == 0) {
        end_turn(s);
    } else {
        s->rolls++;
        s->rolling = action;
        s->stage = ROLLING;
    }
}

static int grand_total(const State *s, int seat) {
    int total = running_total(s, seat) + s->five_phase_bonus[seat] + s->first_finish_bonus[seat];
    return s->seats == 1 ? total - FAILURE_COST * s->failures[seat] : total;
}

static void playouts(int seats, uint64_t seed, uint64_t first, uint64_t matches) {
    static State s;
    static int64_t legal[ACTIONS];
    static int32_t weights[SIDES];
    long long events = 0, decisions = 0, points[SEATS] = {0};
    Key key;
    for (uint64_t number = first; number < first + matches; number++) {
        seed_key(&key, seed, number);
        setup(&s, seats);
        for (int actors; (actors = to_act(&s)) != OVER; events++) {
            if (actors == CHANCE) {
                land(&s, weighted(&key, weights, odds(weights)));
            } else {
                int count = legal_actions(&s, __builtin_ctz(actors), legal);
                __asm__ volatile("" ::"r"(legal) : "memory"); /* the array is written, as for a bot that reads it */
                apply(&s, (int)legal[below(&key, count)]);
                decisions++;
            }
        }
        for (int seat = 0; seat < seats; seat++) points[seat] += grand_total(&s, seat);
    }
    printf("{\"events\": %lld, \"decisions\": %lld, \"points\": [", events, decisions);
    for (int seat = 0; seat < seats; seat++) printf("%s%lld", seat ? ", " : "", points[seat]);
    printf("]}\n");
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "usage: %s SEATS SEED FIRST MATCHES\n", words[0]);
        return 2;
    }
    int seats = atoi(words[1]);
    if (seats < 1 || seats > SEATS) {
        fprintf(stderr, "Phase 10 Dice is for 1 to %d seats, not %d\n", SEATS, seats);
        return 2;
    }
    playouts(seats, strtoull(words[2], 0, 10), strtoull(words[3], 0, 10), strtoull(words[4], 0, 10));
    return 0;
}
