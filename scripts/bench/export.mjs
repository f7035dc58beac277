import fs from 'node:fs'

/** Takes a whole CSV in and says how many rows, bytes and seconds it was, and how much memory the server needed on top. */
export async function takeExport({ url, cookie, pid, path }) {
  const before = residentMib(pid)
  let max = before
  const watch = setInterval(() => {
    max = Math.max(max, residentMib(pid))
  }, 100)
  const began = Date.now()
  const answer = await fetch(`${url}${path}`, { headers: { cookie } })
  let rows = 0
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) rows += 1
  }
  clearInterval(watch)

  return { status: answer.status, rows, bytes, seconds: (Date.now() - began) / 1000, before, extra: max - before }
}

/** The memory of a process that is really in use, in MiB. */
export function residentMib(pid) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []

  return Math.round(Number(kib ?? 0) / 1024)
}
