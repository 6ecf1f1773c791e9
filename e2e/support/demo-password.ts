/** DEMO_PASSWORD of the servers of tests and benchmarks. Builds of before it could be chosen know only `trolly-demo`. */
export const DEMO_PASSWORD = process.env.DEMO_PASSWORD ?? 'kettle-of-the-tests'
