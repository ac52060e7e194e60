/** How often a test repeats what seldom goes wrong: `all` times with ALL_ROUNDS=on, otherwise a `few`, so that a usual run is short. */
export const rounds = ({ few, all }: { few: number; all: number }): number =>
  process.env['ALL_ROUNDS'] === 'on' ? all : few
