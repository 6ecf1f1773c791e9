/** The program's path. Fails with the code `pgbench_missing`. */
export const ensurePgbench: () => Promise<string>
