/** The value below which `share` of the numbers lie; `null` of none. */
export function quantile(numbers, share) {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)

  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
}

/** The result of one run as lines of text. */
export function toTable(result) {
  const seconds = (ms) => (ms === null ? '-' : `${(ms / 1_000).toFixed(1)} s`)
  const rows = [
    ['seed', result.seed],
    ['orders', result.orders],
    ['  delivered', result.delivered],
    ['  refunded or released', result.refunded],
    ['  never paid', result.notPaid],
    ['  held for a person', result.held],
    ['buyers turned away', result.turnedAway],
    ['cards given back', result.esimsCancelled],
    ['cards with a person', result.cardsWithPerson],
    ['requests to give eSIMs back', result.cancellationsAsked],
    ['  proven, refused', `${result.cancellationsProven}, ${result.cancellationsRefused}`],
    ['  with a person', result.cancellationsWithPerson],
    ['  asked a second time', result.cancellationsAskedTwice],
    ['  list goes on naming them', result.listKeeps ? 'yes' : 'no'],
    ['lines placed twice after proof', result.secondAttempts],
    ['duplicates', result.duplicates],
    ['lost', result.lost],
    ...Object.entries(result.captured).map(([currency, { captured }]) => [
      `money taken, minor units of ${currency}`,
      captured,
    ]),
    ['money explained', `${result.explainedPercent.toFixed(3)} %`],
    ['broken invariants', result.breaches],
    ['left open', result.open.length === 0 ? 0 : result.open.map(({ what, count }) => `${count} ${what}`).join(', ')],
    ...Object.entries(result.harm).map(([name, count]) => [name, count]),
    ['starts without a database', result.failedStarts],
    ['rows resumed after a kill', result.resumed],
    ['  after p50 / p95', `${seconds(result.resumedP50Ms)} / ${seconds(result.resumedP95Ms)}`],
    ['paid to delivered p50 / p95', `${seconds(result.deliveredP50Ms)} / ${seconds(result.deliveredP95Ms)}`],
    ['time', seconds(result.tookMs)],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const misses = [
    ...result.misses.map(({ kind, text }) => `MISS ${kind}: ${text}`),
    ...result.deaths.map(({ name, how, upMs, said }) => `DIED ${name} (${how}) after ${upMs} ms:\n${said}`),
  ]

  return [...rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`), ...misses].join('\n')
}
