'use client'

import { useEffect, useRef, useState } from 'react'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { keepCodes, readCodes, requestVouchers } from '#lib/pricing/client/vouchers.ts'
import {
  isCodeShaped,
  normaliseCode,
  VOUCHER_PROBLEMS,
  type VoucherItem,
  type VoucherView,
} from '#lib/pricing/rules/voucher.ts'

const NOTHING_OFF = { discount: null, isCapped: false, needed: null, left: null }

type Answer = { of: string; view: VoucherView }

/** The codes of an order in the making, and what the server makes of them; asked again whenever the offers change. */
export function useVouchers(checkoutId: string | null) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refused, setRefused] = useState<VoucherItem | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const running = useRef<AbortController | null>(null)
  const of = keyOf(checkoutId, codes)

  // What is kept in the browser is not known to the server that wrote the page.
  useEffect(() => setCodes(readCodes()), [])

  const settle = (next: readonly string[]) => {
    setCodes(next)
    keepCodes(next)
  }

  const ask = async (wanted: readonly string[], typed?: string) => {
    running.current?.abort()
    if (checkoutId === null || wanted.length === 0) return setIsAsking(false)
    const control = new AbortController()
    running.current = control
    setIsAsking(true)
    setFailure(null)
    try {
      const view = await requestVouchers({ checkoutId, codes: wanted }, control.signal)
      if (control.signal.aborted) return
      const lost = view.codes.find(({ code, problem }) => code === typed && problem !== null) ?? null
      const kept = wanted.filter((code) => code !== lost?.code)
      setRefused(lost)
      settle(kept)
      setAnswer({ of: keyOf(checkoutId, kept), view: { ...view, codes: view.codes.filter((item) => item !== lost) } })
    } catch (thrown) {
      if (control.signal.aborted) return
      // What was typed is not lost with the answer.
      settle(wanted)
      setFailure(toFailure(thrown))
    } finally {
      if (!control.signal.aborted) setIsAsking(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for other offers, not for every render.
  useEffect(() => {
    if (answer?.of !== of) void ask(codes)
  }, [of])
  const view = codes.length > 0 && answer?.of === of ? answer.view : null

  return {
    codes,
    /** What the server makes of the codes and the offers as they are; null while that is not known. */
    view,
    /** A sum is about to change: nothing should be ordered now. */
    isAsking: isAsking || (codes.length > 0 && checkoutId !== null && view === null && failure === null),
    refused,
    failure,
    apply: (typed: string) => {
      const code = normaliseCode(typed)
      if (codes.includes(code)) return
      if (isCodeShaped(code)) void ask([...codes, code], code)
      else setRefused({ ...NOTHING_OFF, code, problem: 'unknown' })
    },
    remove: (code: string) => {
      setRefused(null)
      settle(codes.filter((one) => one !== code))
    },
    again: () => void ask(codes),
    /**
     * Takes in that the checkout has refused a code after all. A sum that has changed is shown before anything is
     * ordered.
     */
    refuse: ({ details }: RequestFailure) => {
      const problem = VOUCHER_PROBLEMS.find((known) => known === details.reason) ?? 'changed'
      const code = String(details.code ?? '')
      setRefused({ ...NOTHING_OFF, code, problem })
      if (problem === 'changed') void ask(codes)
      else settle(codes.filter((one) => one !== code))
    },
  }
}

export type Vouchers = ReturnType<typeof useVouchers>

/** Returns what an order says of its codes: those that count, and the mark of the sums that were shown. */
export function voucherInput({ view }: Vouchers): { voucher?: { codes: string[]; mark: string } } {
  if (!view?.mark) return {}
  const codes = view.codes.filter(({ problem }) => problem === null).map(({ code }) => code)

  return { voucher: { codes, mark: view.mark } }
}

function keyOf(checkoutId: string | null, codes: readonly string[]): string {
  return [checkoutId, ...codes].join(' ')
}
