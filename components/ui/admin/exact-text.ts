/** Returns exact decimal text as readers of `tag` write it. */
export function exactText(amount: string, tag: string): string {
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6 })

  return format.format(amount as `${number}`).replace('-', '−')
}
