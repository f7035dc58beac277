import { previewGuide } from '#lib/content/commands/check-guide.ts'
import { publishGuide, scheduleGuide, unscheduleGuide, withdrawGuide } from '#lib/content/commands/publish-guide.ts'
import { addGuidePicture, restoreVersion, saveGuide } from '#lib/content/commands/save-guide.ts'
import { addRedirect, removeRedirect } from '#lib/content/commands/shop-pages.ts'
import {
  addGuidePictureCall,
  addRedirectCall,
  createGuideCall,
  previewGuideCall,
  publishGuideCall,
  removeRedirectCall,
  restoreGuideCall,
  saveGuideCall,
  unscheduleGuideCall,
  withdrawGuideCall,
} from '#lib/content/schema.ts'
import { answering, serve } from '#lib/core/http/route.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(createGuideCall, ({ caller, body: { place, locale, ...words } }) =>
    saveGuide(caller, { id: null, place, locale, words, seen: 0 }),
  ),
  serve(previewGuideCall, ({ caller, body: { id, place, locale, ...words } }) =>
    previewGuide(caller, { guideId: id, place, locale, words }),
  ),
  serve(addGuidePictureCall, ({ caller, body }) => addGuidePicture(caller, Buffer.from(body.picture, 'base64'))),
  serve(addRedirectCall, ({ caller, body }) => addRedirect(caller, body)),
  serve(removeRedirectCall, ({ caller, body }) => removeRedirect(caller, body.from)),
  serve(saveGuideCall, ({ caller, params, body: { seen, ...words } }) => saveGuide(caller, { ...params, words, seen })),
  serve(publishGuideCall, async ({ caller, params: { id, locale }, body: { at, ...rest } }) => {
    const publishing = { guideId: id, locale, ...rest }
    if (at) await scheduleGuide(caller, publishing, at)
    else await publishGuide(caller, publishing)
  }),
  serve(withdrawGuideCall, ({ caller, params: { id, locale }, body: { seen, to } }) =>
    withdrawGuide(caller, { guideId: id, locale, seen }, to),
  ),
  serve(unscheduleGuideCall, ({ caller, params: { id, locale }, body: { seen } }) =>
    unscheduleGuide(caller, { guideId: id, locale, seen }),
  ),
  serve(restoreGuideCall, ({ caller, params: { id, locale }, body }) =>
    restoreVersion(caller, { guideId: id, locale, ...body }),
  ),
])
