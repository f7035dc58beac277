import 'server-only'
import { findOwnerLinkState, type OwnerLinkState } from '#lib/auth/repository/owner-link.ts'

/** What has become of the link that makes its bearer an owner. */
export async function getOwnerLinkState(token: string): Promise<OwnerLinkState> {
  return findOwnerLinkState(token)
}
