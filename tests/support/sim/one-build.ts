/** How many acts of one build are under way: their requests are written alike (other-builds.ts). */
export const oneBuild = { acts: 0 }

/** Two phones can send the same change only if their builds write the same bytes. */
export const asOneBuild = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  oneBuild.acts++
  try {
    return await act()
  } finally {
    oneBuild.acts--
  }
}
