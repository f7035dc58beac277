/** What a plan says about itself, as the provider wrote it: in English, and in its own direction. */
export function PlanTerms({ words }: { words: readonly string[] }) {
  return (
    <div className="words" lang="en" dir="auto">
      {words.map((item) => (
        <p key={item}>{item}</p>
      ))}
    </div>
  )
}
