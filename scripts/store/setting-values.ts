import { environmentSchema } from '#lib/core/env.ts'

// The start reads these itself, and passes on what it understood.
const READ_BY_THE_START = { STORE_MODE: '', PORT: '', HOSTNAME: '', PUBLIC_URL: '' }

/** What the processes of the store would refuse one after the other, said before any of them starts. No value is repeated. */
export function valueProblems(env: Record<string, string | undefined>): string[] {
  const { error } = environmentSchema.safeParse({ ...env, ...READ_BY_THE_START })

  return (error?.issues ?? []).map(({ path: [name], message }) => `${String(name)} cannot be read: ${message}.`)
}
