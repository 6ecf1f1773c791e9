/** What the servers of tests and measurements are told in DEMO_PASSWORD. */
export const DEMO_PASSWORD = 'kettle-of-the-tests'
