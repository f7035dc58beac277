/** The value that 95 of 100 stay below, rounded to tenths. */
export function p95(values) {
  return quantile(values, 0.95)
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)

  return Math.round((sorted[Math.max(0, at)] ?? 0) * 10) / 10
}

/** Rows of cells as a table in Markdown; every column but the first is a number. */
export function table(head, rows) {
  const all = [head, ...rows.map((row) => row.map((cell) => String(cell ?? '')))]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  const item = (row) =>
    `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n]))).join(' | ')} |`
  const rule = `| ${widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`

  return [item(all[0]), rule, ...all.slice(1).map(item)].join('\n')
}

/** Waits for each in turn, `times` times, and returns how long each took in milliseconds. */
export async function timed(times, work) {
  const took = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await work(n)
    took.push(performance.now() - began)
  }

  return took
}
