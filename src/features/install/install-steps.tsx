/** How to install by hand on an iPhone or iPad, whose browsers offer no button for it. */
export function InstallSteps() {
  return (
    <>
      Press the Share button of your browser, then <strong>Add to Home Screen</strong>.
    </>
  )
}
