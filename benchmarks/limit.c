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
