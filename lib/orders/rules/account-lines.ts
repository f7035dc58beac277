/** One item of a bank account: what it is called, where the item says so, and the value to copy. */
export type AccountLine = { name: string | null; value: string }

/** Returns the items of an account as set up by its owner: `IBAN: DE00 1234` is the value `DE00 1234`, named `IBAN`. */
export function accountLines(account: string): AccountLine[] {
  // In one item of an env file a line break is written `\n`.
  const lines = account.split(/\r?\n|\\n/).map((line) => line.trim())

  return lines.filter((line) => line !== '').map(toItem)
}

function toItem(line: string): AccountLine {
  const { name, value } = /^(?<name>[^:]{1,40}):\s*(?<value>\S.*)$/.exec(line)?.groups ?? {}

  return name && value ? { name: name.trim(), value } : { name: null, value: line }
}
