/** A reporter for knip that says how many files it looked at, so that a run over nothing is noticed. */
export default function count({ counters }) {
  console.log(`knip: ${counters.processed} files`)
}
