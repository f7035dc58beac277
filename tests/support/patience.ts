/** How long a test waits for something that must happen: a busy machine is slow, and that is no defect. */
export const PATIENCE_MS = 60_000

/** Works and asks until the answer is yes, or fails saying what was seen last. */
export async function eventually<Seen>(
  check: () => Promise<Seen> | Seen,
  isEnough: (seen: Seen) => boolean,
  withinMs = PATIENCE_MS,
): Promise<Seen> {
  const until = performance.now() + withinMs
  for (;;) {
    const seen = await check()
    if (isEnough(seen)) return seen
    if (performance.now() > until) throw new Error(`After ${withinMs} ms there is still ${JSON.stringify(seen)}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
