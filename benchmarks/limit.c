/* Random playouts as a person would write them in C: bitboards, nothing general. How far the compiler is from this is what counts. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

static uint64_t next(uint64_t *rng) {
  uint64_t z = (*rng += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static unsigned below(uint64_t *rng, unsigned n) { return (unsigned)(((next(rng) >> 32) * n) >> 32); }

static uint64_t nth(uint64_t set, unsigned n) { /* the n-th bit of a set, alone */
#ifdef __BMI2__
  return _pdep_u64(1ull << n, set);
#else
  while (n--) set &= set - 1;
  return set & -set;
#endif
}

static uint8_t line3[512];

static void lines3(void) {
  static const int rows[8] = {7, 56, 448, 73, 146, 292, 273, 84};
  for (int s = 0; s < 512; s++)
    for (int r = 0; r < 8; r++) line3[s] |= (s & rows[r]) == rows[r];
}

/* Each returns how many matches the first player has won, so that nothing can be left out. */
long tic_tac_toe(long matches, uint64_t seed) {
  uint64_t rng = seed;
  long won = 0;
  lines3();
  for (long m = 0; m < matches; m++) {
    unsigned own[2] = {0, 0};
    for (unsigned ply = 0; ply < 9; ply++) {
      unsigned empty = 511 & ~(own[0] | own[1]);
      own[ply & 1] |= (unsigned)nth(empty, below(&rng, 9 - ply));
      if (ply > 3 && line3[own[ply & 1]]) {
        won += !(ply & 1);
        break;
      }
    }
  }
  return won;
}

static int line4(uint64_t b) { /* columns of seven bits, of which the topmost is always empty */
  static const int ways[4] = {1, 7, 6, 8};
  for (int w = 0; w < 4; w++) {
    uint64_t pairs = b & (b >> ways[w]);
    if (pairs & (pairs >> 2 * ways[w])) return 1;
  }
  return 0;
}

long connect_four(long matches, uint64_t seed) {
  uint64_t rng = seed;
  const uint64_t bottom = 0x40810204081ull, all = bottom * 63;
  long won = 0;
  for (long m = 0; m < matches; m++) {
    uint64_t own[2] = {0, 0};
    for (unsigned ply = 0; ply < 42; ply++) {
      uint64_t landing = ((own[0] | own[1]) + bottom) & all;
      own[ply & 1] |= nth(landing, below(&rng, (unsigned)__builtin_popcountll(landing)));
      if (ply > 5 && line4(own[ply & 1])) {
        won += !(ply & 1);
        break;
      }
    }
  }
  return won;
}

long breakthrough(long matches, uint64_t seed) {
  uint64_t rng = seed;
  const uint64_t left = 0x0101010101010101ull, right = left << 7;
  long won = 0;
  for (long m = 0; m < matches; m++) {
    uint64_t own[2] = {0xFFFFull, 0xFFFFull << 48};
    for (unsigned side = 0;; side ^= 1) {
      uint64_t mine = own[side], other = own[!side], taken = mine | other, to[3];
      if (side == 0) {
        to[0] = (mine << 8) & ~taken;
        to[1] = ((mine & ~left) << 7) & ~mine;
        to[2] = ((mine & ~right) << 9) & ~mine;
      } else {
        to[0] = (mine >> 8) & ~taken;
        to[1] = ((mine & ~left) >> 9) & ~mine;
        to[2] = ((mine & ~right) >> 7) & ~mine;
      }
      unsigned a = (unsigned)__builtin_popcountll(to[0]), b = (unsigned)__builtin_popcountll(to[1]);
      unsigned n = a + b + (unsigned)__builtin_popcountll(to[2]);
      unsigned k = below(&rng, n), way = k < a ? 0 : k < a + b ? 1 : 2;
      static const int up[3] = {8, 7, 9}, down[3] = {8, 9, 7};
      uint64_t target = nth(to[way], k - (way == 0 ? 0 : way == 1 ? a : a + b));
      own[side] = (mine & ~(side == 0 ? target >> up[way] : target << down[way])) | target;
      own[!side] = other & ~target;
      if ((target & (side == 0 ? 0xFFull << 56 : 0xFFull)) || !own[!side]) {
        won += !side;
        break;
      }
    }
  }
  return won;
}

/* ---- Reversi: rows of the other's discs grow from mine, eight ways */

static uint64_t moved(uint64_t b, int way) {
  const uint64_t a = 0x0101010101010101ull, h = a << 7;
  switch (way) {
    case 0: return b << 8;
    case 1: return b >> 8;
    case 2: return (b & ~h) << 1;
    case 3: return (b & ~a) >> 1;
    case 4: return (b & ~h) << 9;
    case 5: return (b & ~a) >> 9;
    case 6: return (b & ~a) << 7;
    default: return (b & ~h) >> 7;
  }
}

static const int shifts[8] = {8, 8, 1, 1, 9, 9, 7, 7};
static const uint64_t inner[8] = {~0ull, ~0ull, 0x7E7E7E7E7E7E7E7Eull, 0x7E7E7E7E7E7E7E7Eull,
                                  0x7E7E7E7E7E7E7E7Eull, 0x7E7E7E7E7E7E7E7Eull, 0x7E7E7E7E7E7E7E7Eull, 0x7E7E7E7E7E7E7E7Eull};

static inline uint64_t by(uint64_t b, int way, int n) { return way & 1 ? b >> n : b << n; }

/* Rows of `theirs` that begin beside `from`, by doubling; a row of six is the longest that can be enclosed. */
static inline uint64_t rows(uint64_t from, uint64_t theirs, int way) {
  const int n = shifts[way];
  theirs &= inner[way];
  uint64_t row = by(from, way, n) & theirs, free = theirs & by(theirs, way, n);
  row |= by(row, way, n) & theirs;
  row |= by(row, way, 2 * n) & free;
  row |= by(row, way, 2 * n) & free;
  return row;
}

static uint64_t placings(uint64_t mine, uint64_t theirs) {
  uint64_t found = 0;
#pragma GCC unroll 8
  for (int way = 0; way < 8; way++) found |= by(rows(mine, theirs, way), way, shifts[way]);
  return found & ~(mine | theirs);
}

static uint64_t turned(uint64_t at, uint64_t mine, uint64_t theirs) {
  uint64_t found = 0;
#pragma GCC unroll 8
  for (int way = 0; way < 8; way++) {
    uint64_t row = rows(at, theirs, way);
    found |= by(row, way, shifts[way]) & mine ? row : 0;
  }
  return found;
}

long reversi(long matches, uint64_t seed) {
  uint64_t rng = seed;
  long won = 0;
  for (long m = 0; m < matches; m++) {
    uint64_t own[2] = {1ull << 28 | 1ull << 35, 1ull << 27 | 1ull << 36};
    unsigned side = 0, passes = 0;
    while (passes < 2) {
      uint64_t can = placings(own[side], own[!side]);
      if (can) {
        uint64_t at = nth(can, below(&rng, (unsigned)__builtin_popcountll(can)));
        uint64_t row = turned(at, own[side], own[!side]);
        own[side] |= at | row;
        own[!side] &= ~row;
        passes = 0;
      } else {
        passes++;
      }
      side ^= 1;
    }
    won += __builtin_popcountll(own[0]) > __builtin_popcountll(own[1]);
  }
  return won;
}

/* ---- Hex, 11 by 11, without the swap: what is joined to a player's first side grows only where a stone touches it */

enum { WIDE = 13, CELLS = WIDE * WIDE };

long hex(long matches, uint64_t seed) {
  uint64_t rng = seed;
  static const int beside[6] = {1, -1, WIDE, -WIDE, WIDE - 1, 1 - WIDE};
  long won = 0;
  for (long m = 0; m < matches; m++) {
    signed char stone[CELLS]; /* -1: empty, 0 and 1: a player's, 2 and 3: joined to the first side of player 0 and 1; 4: beyond the edge */
    unsigned char left[121];
    unsigned n = 0;
    for (int i = 0; i < CELLS; i++) {
      int x = i % WIDE, y = i / WIDE;
      stone[i] = x == 0 ? 2 : y == 0 ? 3 : x > 11 || y > 11 ? 4 : -1;
      if (stone[i] == -1) left[n++] = (unsigned char)i;
    }
    stone[WIDE - 1] = stone[CELLS - WIDE] = 4;
    for (int side = 0, over = 0; !over; side ^= 1) {
      unsigned k = below(&rng, n);
      int at = left[k], stack[121], top = 0;
      left[k] = left[--n];
      stone[at] = (signed char)side;
      for (int w = 0; w < 6; w++)
        if (stone[at + beside[w]] == side + 2) {
          stone[at] = (signed char)(side + 2);
          stack[top++] = at;
          break;
        }
      while (top) {
        int now = stack[--top];
        if ((side ? now / WIDE : now % WIDE) == 11) over = 1;
        for (int w = 0; w < 6; w++)
          if (stone[now + beside[w]] == side) {
            stone[now + beside[w]] = (signed char)(side + 2);
            stack[top++] = now + beside[w];
          }
      }
      won += over && !side;
    }
  }
  return won;
}

/* ---- Checkers: moves by direction */

static uint64_t diagonal(uint64_t b, int way) { return moved(b, 4 + way); } /* up right, down left, up left, down right */

static uint64_t pick(uint64_t *rng, const uint64_t to[4], int *way) {
  unsigned n[4], all = 0;
  for (int w = 0; w < 4; w++) all += n[w] = (unsigned)__builtin_popcountll(to[w]);
  unsigned k = below(rng, all);
  for (*way = 0; k >= n[*way]; (*way)++) k -= n[*way];
  return nth(to[*way], k);
}

long checkers(long matches, uint64_t seed) {
  uint64_t rng = seed;
  static const int back[4] = {1, 0, 3, 2};
  long won = 0;
  for (long m = 0; m < matches; m++) {
    const uint64_t dark = 0xAA55AA55AA55AA55ull;
    uint64_t own[2] = {dark & 0xFFFFFFull, dark & 0xFFFFFFull << 40}, kings = 0, to[4];
    int quiet = 0, way;
    for (unsigned side = 0;; side ^= 1) {
      uint64_t mine = own[side], theirs = own[!side], empty = ~(mine | theirs), some = 0;
      const uint64_t far = side ? 0xFFull : 0xFFull << 56;
      for (int w = 0; w < 4; w++) {
        uint64_t able = (w & 1) == (int)side ? mine : mine & kings;
        some |= to[w] = diagonal(diagonal(able, w) & theirs, w) & empty;
      }
      if (some) {
        quiet = 0;
        do {
          uint64_t at = pick(&rng, to, &way), over = diagonal(at, back[way]), from = diagonal(over, back[way]);
          int king = (kings & from) != 0;
          mine = (mine & ~from) | at;
          theirs &= ~over;
          kings &= ~(over | from);
          if (king) kings |= at;
          else if (at & far) { kings |= at; break; }
          empty = ~(mine | theirs);
          some = 0;
          for (int w = 0; w < 4; w++)
            some |= to[w] = (w & 1) == (int)side || king ? diagonal(diagonal(at, w) & theirs, w) & empty : 0;
        } while (some);
      } else {
        for (int w = 0; w < 4; w++) {
          uint64_t able = (w & 1) == (int)side ? mine : mine & kings;
          some |= to[w] = diagonal(able, w) & empty;
        }
        if (!some) {
          won += side;
          break;
        }
        uint64_t at = pick(&rng, to, &way), from = diagonal(at, back[way]);
        mine = (mine & ~from) | at;
        if ((kings & from) || (at & far)) kings = (kings & ~from) | at;
        if (++quiet == 40) break;
      }
      own[side] = mine;
      own[!side] = theirs;
    }
  }
  return won;
}

/* ---- Oware: houses are bytes, and a lap of sowing is one addition */

typedef unsigned char Bytes __attribute__((vector_size(16)));
typedef union {
  Bytes all;
  unsigned char house[16];
  uint64_t word[2];
} Houses;

static Houses laps[12][49]; /* what is added by sowing so many seeds from a house, and (in the last byte) where the last one falls */

static void all_laps(void) {
  for (int from = 0; from < 12; from++)
    for (int seeds = 0; seeds < 49; seeds++) {
      Houses lap = {{0}};
      int at = from;
      for (int i = 0; i < seeds; i++) {
        at = (at + 1) % 12;
        if (at == from) at = (at + 1) % 12;
        lap.house[at]++;
      }
      lap.house[15] = (unsigned char)at;
      laps[from][seeds] = lap;
    }
}

static const uint64_t half[2][2] = {{0xFFFFFFFFFFFFull, 0}, {0xFFFFull << 48, 0xFFFFFFFFull}}; /* whose houses are which bytes */

static int has_seeds(const Houses *b, unsigned side) { return ((b->word[0] & half[side][0]) | (b->word[1] & half[side][1])) != 0; }

static unsigned sow(Houses *b, unsigned from, unsigned side) { /* gives what is taken */
  const Houses *lap = &laps[from][b->house[from]];
  unsigned first = side ? 0 : 6, at = lap->house[15];
  b->house[from] = 0;
  b->all += lap->all;
  b->house[15] = 0;
  if (at - first >= 6 || (b->house[at] & ~1u) != 2) return 0;
  Houses before = *b;
  unsigned taken = 0;
  while (at - first < 6 && (b->house[at] & ~1u) == 2) {
    taken += b->house[at];
    b->house[at--] = 0;
  }
  if (has_seeds(b, !side)) return taken;
  *b = before;
  return 0;
}

static uint64_t position(const Houses *b, unsigned side) {
  return (b->word[0] * 0x9E3779B97F4A7C15ull ^ b->word[1]) * 2 + side;
}

long oware(long matches, uint64_t seed) {
  uint64_t rng = seed;
  long won = 0;
  all_laps();
  for (long m = 0; m < matches; m++) {
    Houses b = {{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}};
    unsigned store[2] = {0, 0}, count = 0;
    uint64_t seen[1024];
    for (unsigned side = 0;; side ^= 1) {
      uint64_t key = position(&b, side);
      int again = 0;
      for (unsigned i = count > 127 ? count - 126 : count & 1; i < count; i += 2) again |= seen[i & 1023] == key;
      seen[count++ & 1023] = key;
      unsigned list[6], n = 0, home = side ? 6 : 0;
      if (!again)
        for (unsigned i = 0; i < 6; i++)
          if (b.house[home + i]) list[n++] = home + i;
      int moved = 0;
      while (n) {
        unsigned k = below(&rng, n);
        Houses next = b;
        unsigned taken = sow(&next, list[k], side);
        if (has_seeds(&next, !side)) {
          b = next;
          store[side] += taken;
          if (taken) count = 0;
          moved = 1;
          break;
        }
        list[k] = list[--n];
      }
      if (!moved) {
        for (unsigned i = 0; i < 12; i++) store[i > 5] += b.house[i];
        won += store[0] > store[1];
        break;
      }
      if (store[side] > 24) {
        won += !side;
        break;
      }
    }
  }
  return won;
}
