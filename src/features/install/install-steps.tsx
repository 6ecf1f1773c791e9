export function InstallSteps() {
  return (
    <>
      Press the Share button of your browser, then <strong>Add to Home Screen</strong>.
    </>
  )
}
