import { z } from 'zod'
import { defineEndpoint } from '#lib/provider/endpoint.ts'
import { cardPlanListWire, toEsimPlan } from '#lib/provider/endpoints/plan-wire.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import {
  flag,
  integer,
  list,
  listPayload,
  map,
  parseProviderDate,
  parseProviderInstant,
  part,
  text,
} from '#lib/provider/wire.ts'

/** The most eSIMs one status request may name. */
export const MAX_ESIMS_PER_REQUEST = 100

const statusWire = z.object({
  success: flag,
  message: text,
  iccid: text,
  expireTime: text,
  canRenew: flag,
  displayName: text,
  dpId: text,
  dpStatus: text,
  eid: text,
})

const historyWire = z.object({
  orderNum: text,
  skuName: text,
  createTime: text,
  status: integer,
  renew: flag,
  packageList: cardPlanListWire,
})

const networkWire = z.object({ type: text, operator: text, name: text })

const detailWire = z.object({
  esimInfo: part(
    z.object({
      createDate: text,
      expireDate: text,
      supportRenew: flag,
      eid: text,
      dpStatus: text,
    }),
  ),
  supportNetwork: map(list(networkWire)),
})

/**
 * What the provider says about up to 100 eSIMs, one entry for each; an eSIM it does not know has `isKnown` false.
 *
 * Spec: "GET /api_esim/queryIccidInformation".
 */
export const listCards = defineEndpoint({
  name: 'listCards',
  method: 'GET',
  path: '/api_esim/queryIccidInformation',
  effect: 'read',
  params: z
    .object({ iccids: z.array(iccidSchema).min(1).max(MAX_ESIMS_PER_REQUEST) })
    .transform(({ iccids }) => ({ iccids: iccids.join(',') })),
  data: listPayload(statusWire),
  toResult: (wires) => wires.map(toEsimStatus),
})

/**
 * The orders of one eSIM. Sends a live token in clear text: only over a private network, off without its own address.
 *
 * Spec: "GET /api_esim/getHistoryDetail (HTTP-only)".
 */
export const listCardHistory = defineEndpoint({
  name: 'listCardHistory',
  method: 'GET',
  path: '/api_esim/getHistoryDetail',
  base: 'http',
  effect: 'read',
  params: z.object({ iccid: iccidSchema }),
  data: listPayload(historyWire),
  toResult: (wires) => wires.map(toHistoryEntry),
})

/**
 * Everything about one eSIM. Open to listed server addresses only, without token and signature; 1 is success here.
 *
 * Spec: "GET /api_esim/getESIMDetail (HTTP-only)".
 */
export const getCardDetail = defineEndpoint({
  name: 'getCardDetail',
  method: 'GET',
  path: '/api_esim/getESIMDetail',
  base: 'http',
  auth: 'none',
  successCode: 1,
  effect: 'read',
  params: z.object({ iccid: iccidSchema }),
  data: detailWire,
  toResult: toEsimDetail,
})

/**
 * What the provider says about one eSIM. `isKnown` is its own success flag for this eSIM; `null` elsewhere means that
 * the answer did not say. `profileStatus` is its word: ACTIVE, Disable, Delete or Enable so far.
 */
export type EsimStatus = ReturnType<typeof toEsimStatus>

function toEsimStatus(wire: z.output<typeof statusWire>) {
  return {
    iccid: wire.iccid,
    isKnown: wire.success === true,
    message: wire.message,
    expiresAt: parseProviderInstant(wire.expireTime),
    canTopUp: wire.canRenew,
    brandName: wire.displayName,
    partnerId: wire.dpId,
    profileStatus: wire.dpStatus,
    eid: wire.eid,
  }
}

/** One order in the history of an eSIM. */
export type EsimHistoryEntry = ReturnType<typeof toHistoryEntry>

function toHistoryEntry(wire: z.output<typeof historyWire>) {
  return {
    orderNum: wire.orderNum,
    skuName: wire.skuName,
    createdAt: parseProviderInstant(wire.createTime),
    status: wire.status,
    isTopUp: wire.renew,
    plans: wire.packageList.map(toEsimPlan),
  }
}

/** What the provider tells about one eSIM over the address that only listed servers may use. */
export type EsimDetail = ReturnType<typeof toEsimDetail>

function toEsimDetail({ esimInfo, ...wire }: z.output<typeof detailWire>) {
  return {
    createdOn: parseProviderDate(esimInfo.createDate),
    expiresOn: parseProviderDate(esimInfo.expireDate),
    canTopUp: esimInfo.supportRenew,
    eid: esimInfo.eid,
    profileStatus: esimInfo.dpStatus,
    networks: wire.supportNetwork.flatMap(([country, entries]) =>
      entries.map((entry) => ({ country, operator: entry.operator ?? entry.name, generation: entry.type })),
    ),
  }
}
