/** The rooms of ARCHITECTURE.md, and the rooms that each may know. All may know types, errors and the like beside them. */
const KNOWS = {
  numerics: [],
  claims: ['numerics'],
  bounds: ['numerics', 'claims', 'games'],
  games: ['numerics'],
  audit: ['numerics', 'claims', 'bounds', 'games'],
  mechanisms: ['numerics', 'claims', 'bounds', 'games', 'audit'],
  training: ['numerics', 'claims', 'bounds', 'games', 'audit', 'mechanisms'],
  experiments: ['numerics', 'claims', 'bounds', 'games', 'audit', 'signals'],
  signals: ['numerics'],
  io: [],
  report: ['audit'],
  forms: [],
  ledger: ['forms', 'audit', 'io', 'report'],
  design: ['forms', 'claims', 'audit', 'io'],
  bench: ['numerics', 'claims', 'bounds', 'games', 'audit', 'report'],
};
const CORE = Object.keys(KNOWS);

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files, doors included, must not import each other in a circle, not even for their types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...CORE.map((room) => ({
      name: `what-${room}-knows`,
      comment: `${room} knows ${KNOWS[room].join(', ') || 'no other room'}.`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^src/[^/]+/', pathNot: `^src/(${[room, ...KNOWS[room]].join('|')})/` },
    })),
    {
      name: 'one-door',
      comment: 'Another room is entered by its index.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'what-stands-beside-the-rooms',
      comment: 'Files that every room knows must know no room: they would lead from each into each.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: '^src/index\\.ts$' },
      to: { path: '^src/[^/]+/' },
    },
    {
      name: 'reports-infer-nothing',
      comment: 'A report knows the data of an audit, as types, and computes none of it.',
      severity: 'error',
      from: { path: '^src/report/' },
      to: { path: '^src/audit/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-node-in-the-core',
      comment: 'Everything but the command line runs in a browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nobody-knows-the-command-line',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'commands-stand-alone',
      comment: 'One file per command; what two of them share lies in another folder of the command line.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/shell/program\\.ts$' },
      to: { path: '^src/cli/commands/' },
    },
    {
      name: 'the-web-app-uses-public-entries',
      severity: 'error',
      from: { path: '^web/src/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(index\\.ts|audit-choices\\.ts|(signals|report|io|numerics|training|bench|design|ledger|mechanisms|experiments)/index\\.ts)$',
      },
    },
    {
      name: 'no-node-in-the-web-app',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
