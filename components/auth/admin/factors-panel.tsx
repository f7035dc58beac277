'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { AppForm, PasskeyForm, RecoveryCodes } from '#components/auth/admin/set-up-factor.tsx'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { beginApp, remakeCodes, removeApp, removePasskey } from '#lib/auth/client/factors.ts'
import type { SignInSide } from '#lib/auth/client/sign-in.ts'
import type { StaffProfile } from '#lib/auth/queries/admin-staff.ts'
import type { NewApp } from '#lib/auth/schema.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { mayReadAgain, type RequestFailure, toFailure } from '#lib/core/client/request.ts'

type FactorsPanelProps = Pick<StaffProfile, 'hasTotp' | 'passkeys' | 'recoveryCodes' | 'isFactorRequired'> & {
  canUsePasskeys: boolean
  side: SignInSide
  /** Where a link goes that proves again who it is; `null` for the password. */
  mailTo: string | null
}

/** The second factors of somebody: app, passkeys, recovery codes. Changes ask for the password when it was long ago. */
export function FactorsPanel({
  hasTotp,
  passkeys,
  recoveryCodes,
  isFactorRequired,
  canUsePasskeys,
  side,
  mailTo,
}: FactorsPanelProps) {
  const t = useTranslations('admin-staff.factor')
  const tLabel = useTranslations('admin.label')
  const { refresh } = useRefresh()
  const { withProof, dialog } = useProof(side, mailTo)
  const [app, setApp] = useState<NewApp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hasFactor = hasTotp || passkeys.length > 0

  async function run<Result>(action: () => Promise<Result>, then: (result: Result) => void) {
    setProblem(null)
    try {
      then(await withProof(action))
      refresh()
    } catch (error) {
      const reason = problemOf(toFailure(error))
      setProblem(reason && t(`failed.${reason}`))
      // An answer that was lost may have been a yes: the page reads itself again once the store answers.
      if (mayReadAgain(error)) refresh()
    }
  }

  function remove(pressed: Element, action: () => Promise<unknown>) {
    // From the answer on: proving who it is may have taken its time.
    void run(action, () => keepPlace(pressed, '.a-factor .btn'))
  }

  function kept(pressed: Element) {
    keepPlace(pressed, '.a-factor .btn')
    setCodes(null)
  }

  function added(made: string[]) {
    setApp(null)
    if (made.length > 0) setCodes(made)
    refresh()
  }

  return (
    <div className="grid gap-3 in-[.a-app]:p-3.5">
      {dialog}
      {side === 'staff' ? (
        <p className="a-meta">
          {t('lead')} {isFactorRequired ? t('required') : null}
        </p>
      ) : null}
      <Problem>{problem}</Problem>
      {codes ? <RecoveryCodes codes={codes} onKept={kept} /> : null}
      {app ? <AppForm side={side} app={app} onAdded={added} onCancel={() => setApp(null)} /> : null}
      <Row name={tLabel('authenticatorApp')} state={hasTotp ? t('appOn') : tLabel('none')}>
        {app ? null : (
          <OnlineButton says="factors-offline" onClick={() => run(() => beginApp(side), setApp)}>
            {t(hasTotp ? 'replaceApp' : 'addApp')}
          </OnlineButton>
        )}
        {hasTotp ? (
          <OnlineButton says="factors-offline" onClick={(event) => remove(event.currentTarget, () => removeApp(side))}>
            {t('removeApp')}
          </OnlineButton>
        ) : null}
      </Row>
      {passkeys.map((key) => (
        <Row
          key={key.id}
          name={key.name}
          state={key.lastUsedAt ? <Used at={key.lastUsedAt} label={t('used')} /> : t('unused')}
        >
          <OnlineButton
            says="factors-offline"
            aria-label={t('removeWhich', { name: key.name })}
            onClick={(event) => remove(event.currentTarget, () => removePasskey(side, key.id))}
          >
            {tLabel('remove')}
          </OnlineButton>
        </Row>
      ))}
      {canUsePasskeys ? <PasskeyForm side={side} onAdded={added} withProof={withProof} /> : null}
      {hasFactor ? (
        <Row name={t('codes')} state={t('codesLeft', { count: recoveryCodes })}>
          <OnlineButton says="factors-offline" onClick={() => run(() => remakeCodes(side), setCodes)}>
            {t('remake')}
          </OnlineButton>
        </Row>
      ) : null}
      <OfflineReason id="factors-offline" />
    </div>
  )
}

function Row({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <div className="a-factor flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair py-2 in-[.account]:last:border-b-0 in-[.account]:last:pb-0 *:first:min-w-0 *:first:wrap-anywhere">
      <span>
        <b>{name}</b> <span className="a-sub">{state}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">{children}</span>
    </div>
  )
}

function Used({ at, label }: { at: Date; label: string }) {
  return (
    <>
      {label} <LocalTime at={at} show="moment" />
    </>
  )
}

function problemOf({ code, details }: RequestFailure) {
  if (details.reason === 'declined') return null
  if (details.reason === 'required') return 'required'

  return code === 'offline' ? 'offline' : 'internal'
}
