import type { ConnectionStepResult } from '#lib/orders/client/admin.ts'

const UNANSWERED = new Set(['timeout', 'network', 'not_sent', 'aborted', 'no_session'])

/** Which sentence says what is wrong. At the login -1 is a wrong password; elsewhere it is a session that ended. */
export type ProblemSentence =
  | 'signature'
  | 'credentials'
  | 'session'
  | 'permission'
  | 'parameter'
  | 'no_answer'
  | 'bad_response'
  | 'not_configured'
  | 'nothing_listed'
  | 'other'

/** Returns the sentence for the answer to one question of the connection test. */
export function problemSentence({
  step,
  problem,
  code,
}: Pick<ConnectionStepResult, 'step' | 'problem' | 'code'>): ProblemSentence {
  if (problem === 'nothing_listed' || problem === 'not_configured' || problem === 'bad_response') return problem
  if (code === -30) return 'signature'
  if (code === -1) return step === 'session' ? 'credentials' : 'session'
  if (code === -3) return 'permission'
  if (code === -2) return 'parameter'

  return problem !== null && UNANSWERED.has(problem) ? 'no_answer' : 'other'
}
