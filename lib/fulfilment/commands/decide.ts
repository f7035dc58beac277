import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { type Caller, type Permission, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { type GuardedAction, type Settle, withSecondPerson } from '#lib/orders/commands/second-person.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'

/** A decision that is allowed: what it is about as it was read, what was said, by whom, and what ends a first person's request. */
export type Deciding<Case, Input> = Case & { input: Input; staff: StaffMember; settle: Settle }

/** A kind of cases that people decide about: what must hold before a decision, and what each one does. */
export type CaseKind<Case, Input extends { act: string; reason: string }, Outcome extends string> = {
  /** Reads the case. Refuses before that whoever may never decide so: they learn nothing about it. */
  load: (caller: Caller, input: Input) => Promise<Case>
  permission: (act: Input['act'], about: Case) => Permission
  /** Refuses what cannot be done now, or not by this person. */
  guard: (deciding: Deciding<Case, Input>) => Promise<void>
  needsSecond: (deciding: Deciding<Case, Input>) => boolean | Promise<boolean>
  /** What the second person has to ask for in the same words. */
  request: (deciding: Deciding<Case, Input>) => Pick<GuardedAction, 'orderId' | 'act' | 'input' | 'former'>
  /** Asks outside what it has to know, then acts in one transaction with its audit row, which it has `settle` too. */
  apply: Record<Input['act'], (deciding: Deciding<Case, Input>) => Promise<Outcome>>
}

/** Thrown by a decision that came to nothing: two persons have agreed to it, and may try again. */
export class NothingDone<Outcome extends string> extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/**
 * Carries out what a person has decided about a case. `waiting`: a second person has to ask for the same. `no_answer`: an
 * outside party was silent, and nothing was changed.
 */
export async function decide<Case, Input extends { act: string; reason: string }, Outcome extends string>(
  kind: CaseKind<Case, Input, Outcome>,
  caller: Caller,
  input: Input,
): Promise<Outcome | 'waiting' | 'no_answer'> {
  const about = await kind.load(caller, input)
  const act: Input['act'] = input.act
  const permission = kind.permission(act, about)
  const staff = requirePermission(caller, permission)
  const deciding = { ...about, input, staff, settle: async () => undefined }
  await kind.guard(deciding)
  const apply = (settle: Settle) => kind.apply[act]({ ...deciding, settle })
  try {
    if (!(await kind.needsSecond(deciding))) return await kind.apply[act](deciding)
    const request = { ...kind.request(deciding), reason: input.reason, permission }

    return (await withSecondPerson(staff, request, apply)) ?? 'waiting'
  } catch (error) {
    if (error instanceof NothingDone) return error.outcome
    if (isProviderFailure(error) || error instanceof PaymentError) return 'no_answer'
    throw error
  } finally {
    wakeWorker()
  }
}
