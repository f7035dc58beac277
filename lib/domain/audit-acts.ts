/** Every act that the audit trail knows, by what it was done to. */
export const AUDIT_ACTS = [
  'order.email_corrected',
  'card.revealed',
  'return.asked',
  'premark.sorted',
  'transfer.received',
  'till.opened',
  'recovery.begun',
  'recovery.ended',
  'staff.signed_in',
  'staff.signed_out',
  'staff.sign_in_failed',
  'staff.owner_set_up',
  'catalog.sync_started',
  'catalog.country_mapped',
  'capability.set',
] as const
export type AuditAct = (typeof AUDIT_ACTS)[number]
