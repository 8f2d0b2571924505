/**
 * So many draws of a test that draws others at each run: what one run does not hit, one of the next ones
 * does. `RUNS_TIMES=3` looks for so many times as long (`ODD_INPUT_TIMES` does it for odd input alone).
 */
export const runs = (usual: number): number =>
  Math.ceil(usual * Number(process.env['RUNS_TIMES'] ?? 1))
