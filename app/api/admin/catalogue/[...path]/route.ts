import { editDestination, hidePlan, mapCountry, setDestinationPicture } from '#lib/catalog/commands/edit-destination.ts'
import { startCatalogSync } from '#lib/catalog/commands/sync-catalog.ts'
import { hidePartner, syncPartners } from '#lib/catalog/commands/sync-partners.ts'
import { getSyncProgress } from '#lib/catalog/queries/admin-catalog.ts'
import {
  editDestinationCall,
  getSyncProgressCall,
  hidePartnerCall,
  hidePlanCall,
  mapCountryCall,
  setDestinationPictureCall,
  startCatalogSyncCall,
  syncPartnersCall,
} from '#lib/catalog/schema.ts'
import { answering, serve } from '#lib/core/http/route.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(mapCountryCall, ({ caller, body }) => mapCountry(caller, body)),
  serve(setDestinationPictureCall, async ({ caller, params: { id }, body: { picture, seen } }) => ({
    hash: await setDestinationPicture(caller, {
      id,
      seen,
      picture: picture === null ? null : Buffer.from(picture, 'base64'),
    }),
  })),
  serve(editDestinationCall, ({ caller, params, body: { seen, ...wanted } }) =>
    editDestination(caller, { ...params, seen, wanted }),
  ),
  serve(hidePartnerCall, ({ caller, params, body }) => hidePartner(caller, { ...params, ...body })),
  serve(syncPartnersCall, ({ caller }) => syncPartners(caller)),
  serve(hidePlanCall, ({ caller, params, body }) => hidePlan(caller, { planId: params.id, ...body })),
  serve(startCatalogSyncCall, ({ caller }) => startCatalogSync(caller)),
  serve(getSyncProgressCall, ({ caller }) => getSyncProgress(caller)),
])
