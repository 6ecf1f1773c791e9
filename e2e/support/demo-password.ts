/** DEMO_PASSWORD of the servers of tests and benchmarks. */
export const DEMO_PASSWORD = 'kettle-of-the-tests'
