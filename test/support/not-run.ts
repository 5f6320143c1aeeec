/** The name of the test that stands for all those of a file that did not begin, because the time was up. */
export const NOT_RUN = 'was not run: the time was up'
