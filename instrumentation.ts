/** Runs once when the server starts: the worker, unless a process of its own does the work. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
}
