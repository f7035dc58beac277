import { answering, serve } from '#lib/core/http/route.ts'
import { checkEsims } from '#lib/esims/commands/check-esims.ts'
import { refreshEsimDetails } from '#lib/esims/commands/eligibility.ts'
import { readEsimRecord } from '#lib/esims/commands/esim-record.ts'
import { checkStaffTopUp, placeStaffTopUp, staffTopUpOptions } from '#lib/esims/commands/staff-top-up.ts'
import {
  checkIccidsCall,
  checkStaffTopUpCall,
  listStaffTopUpPlansCall,
  placeStaffTopUpCall,
  readEsimRecordCall,
  refreshEsimStatusCall,
} from '#lib/esims/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(refreshEsimStatusCall, ({ caller, params }) => refreshEsimDetails(caller, params.id)),
  serve(readEsimRecordCall, ({ caller, params }) => readEsimRecord(caller, params.id)),
  serve(checkStaffTopUpCall, ({ caller, params, body }) => checkStaffTopUp(caller, { esimId: params.id, input: body })),
  serve(listStaffTopUpPlansCall, ({ caller, params: { id } }) => staffTopUpOptions(caller, id)),
  serve(placeStaffTopUpCall, ({ caller, params: { id }, body, once }) =>
    placeStaffTopUp(caller, { esimId: id, input: body, once }),
  ),
  serve(checkIccidsCall, ({ caller, body }) => checkEsims(caller, body.numbers)),
])
