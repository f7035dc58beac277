/** Why a promotion is not saved, apart from what any act may be refused for. */
export const PROMOTION_REFUSALS = ['code_taken', 'changed'] as const
