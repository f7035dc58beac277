/** The first stop of the keyboard; it leads to `<main id="main">`. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a className="skip" href="#main">
      {label}
    </a>
  )
}
