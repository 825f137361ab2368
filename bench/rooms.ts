export * from '../src/audit/index.ts';
export * from '../src/bounds/index.ts';
export * from '../src/claims/index.ts';
export * from '../src/games/index.ts';
export * from '../src/mechanisms/index.ts';
export * from '../src/numerics/index.ts';
