/**
 * Whether all is tested: where continuous integration runs (it sets CI), or whoever asks by setting it. Otherwise files
 * called *.ci.test.ts are left out, and statistics run over fewer games.
 */
export const THOROUGH = process.env.CI !== undefined && process.env.CI !== '';

/** How many games, claims or files: all of them, or where there is little time `few`. */
export const often = (all: number, few: number): number => (THOROUGH ? all : few);
