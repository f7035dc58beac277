/** Why a store asks what happened since its database was young. */
export const RECOVERY_REASONS = ['restored', 'old_database', 'by_hand'] as const
/** The steps of a recovery, in their order. */
export const RECOVERY_STEPS = ['erasures', 'payments', 'lines', 'orders'] as const
export type RecoveryStep = (typeof RECOVERY_STEPS)[number]

/** What each step counts. */
export const RECOVERY_COUNTS = {
  erasures: ['listed', 'erased'],
  payments: ['known', 'rebuilt', 'unknown', 'foreign'],
  lines: ['found', 'held', 'open', 'not_ordered', 'cancellations'],
  orders: ['listed', 'unknown'],
} as const satisfies Record<RecoveryStep, readonly string[]>

/** The figures of a step that is done. */
export type RecoveryCounts<Step extends RecoveryStep> = Record<(typeof RECOVERY_COUNTS)[Step][number], number>
