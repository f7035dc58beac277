'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { CopyButton } from '#components/esims/copy-button.tsx'
import { ShareLine } from '#components/esims/shares/share-line.tsx'
import { LostAnswer } from '#components/orders/lost-answer.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice, Problem } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call, isLostAnswer, toFailure } from '#lib/core/client/request.ts'
import { useBrowser } from '#lib/core/client/use-browser.ts'
import { nameTraveller, shareEsim, swapShare } from '#lib/esims/client/shares.ts'
import { isLive, type ShareView } from '#lib/esims/rules/shares.ts'
import type { endShareCall, MadeShare as Made } from '#lib/esims/schema.ts'

type TravellerPanelProps = {
  esim: { id: string; travellerName: string | null; isUnrevealed: boolean }
  destination: string
  /** The latest share of this eSIM; null when it was never given to anybody. */
  share: ShareView | null
}

/** Who an eSIM is for: a name, and a link of its own for this person. */
export function TravellerPanel({ esim, destination, share }: TravellerPanelProps) {
  const t = useTranslations('share')
  const { refresh } = useRefresh()
  const [name, setName] = useState(esim.travellerName ?? '')
  const { run, isSending, isDone, failure, clear } = useSending(() => nameTraveller(esim.id, name.trim()), refresh)

  const save = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }

  return (
    <Panel
      className="no-print share-panel mt-5 grid items-start gap-x-8 gap-y-5 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] in-[.part]:col-span-full in-[.part]:mt-0"
      id="traveller"
    >
      <div>
        <h2 className="mb-2.5">{t('heading')}</h2>
        <form className="flex flex-wrap items-end gap-3 [&>.btn]:min-h-12 [&>.field]:flex-[1_1_11rem]" onSubmit={save}>
          <TextField
            id={`name-${esim.id}`}
            label={t('name')}
            value={name}
            maxLength={80}
            autoComplete="off"
            error={failure ? t('nameFailed') : null}
            onChange={(event) => {
              setName(event.target.value)
              if (!isSending) clear()
            }}
          />
          <OnlineButton
            size="small"
            type="submit"
            disabled={isSending || name.trim() === (esim.travellerName ?? '')}
            says={`offline-${esim.id}-name`}
          >
            {t('saveName')}
          </OnlineButton>
        </form>
        <OfflineReason id={`offline-${esim.id}-name`} />
        <p className="small soft" role="status">
          {isDone ? t('nameSaved') : null}
        </p>
      </div>
      <ShareBox esim={esim} destination={destination} share={share} name={name.trim()} onName={setName} />
    </Panel>
  )
}

type ShareBoxProps = {
  esim: { id: string; isUnrevealed: boolean }
  destination: string
  share: ShareView | null
  /** Who it is for, as the field above says. */
  name: string
  onName: (name: string) => void
}
type PendingAction = 'swap' | 'take_back' | null
type Failure = 'failed' | 'changed' | 'lost' | null

/** Gives an eSIM to one person, to somebody else, or takes it back. */
function ShareBox({ esim, destination, share, name, onName }: ShareBoxProps) {
  const t = useTranslations('share')
  const { refresh } = useRefresh()
  const [made, setMade] = useState<Made | null>(null)
  const [pending, setPending] = useState<PendingAction>(null)
  const [other, setOther] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<Failure>(null)
  const live = share && isLive(share) ? share : null
  const why = `offline-${esim.id}-give`
  useFreshOnReturn(live !== null)
  // The page learns of it a moment later; one that has ended since is not shown any more.
  const shown = live || share?.id !== made?.id ? made : null

  const send = async (action: () => Promise<Made | null>) => {
    setIsSending(true)
    setFailure(null)
    try {
      setMade(await action())
      setPending(null)
      refresh()
    } catch (thrown) {
      if (isLostAnswer(thrown)) return setFailure('lost')
      setFailure(toFailure(thrown).code === 'conflict' ? 'changed' : 'failed')
      refresh()
    } finally {
      setIsSending(false)
    }
  }
  const looked = () => {
    setFailure(null)
    setPending(null)
    // Whether its link still lives is not known; the page says it, without the PIN.
    setMade(null)
  }
  const leave = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    keepPlace(currentTarget, `#asks-${esim.id} .btn`)
    setPending(null)
  }
  const swap = async (id: string) => {
    const answer = await swapShare(id, other.trim())
    onName(other.trim())
    setOther('')

    return answer
  }
  const takeBack = async (id: string) => {
    await call<typeof endShareCall>('DELETE /api/shares/[id]', { params: { id } })

    return null
  }

  return (
    <div className="stack border-t border-line pt-5 min-[720px]:border-s min-[720px]:border-t-0 min-[720px]:ps-8 min-[720px]:pt-0">
      <h3 id={`give-${esim.id}`}>{t('give.heading')}</h3>
      {share ? <ShareLine share={share} /> : null}
      {shown ? <MadeShare key={shown.id} made={shown} destination={destination} /> : null}
      {failure === 'lost' ? <LostAnswer backTo={`#give-${esim.id}`} onLooked={looked} /> : null}
      <Problem>{failure && failure !== 'lost' ? t(failure) : null}</Problem>
      {live || shown || failure === 'lost' ? null : (
        <>
          <p>{t(esim.isUnrevealed ? 'give.body' : 'give.opened')}</p>
          <p className="actions">
            <OnlineButton
              size="small"
              tone="ink"
              disabled={isSending}
              says={why}
              onClick={() => void send(() => shareEsim(esim.id, name))}
            >
              <Icon name="person" />
              {t(isSending ? 'give.making' : 'give.make')}
            </OnlineButton>
          </p>
        </>
      )}
      {live && failure !== 'lost' && pending === null ? (
        <p className="actions" id={`asks-${esim.id}`}>
          {esim.isUnrevealed ? (
            <OnlineButton
              size="small"
              says={why}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#other-${esim.id}`)
                setPending('swap')
              }}
            >
              {t('swap.ask')}
            </OnlineButton>
          ) : null}
          <OnlineButton
            size="small"
            says={why}
            onClick={(event) => {
              keepPlace(event.currentTarget, `#leave-${esim.id}`)
              setPending('take_back')
            }}
          >
            {t('back.ask')}
          </OnlineButton>
        </p>
      ) : null}
      {live && failure !== 'lost' && pending === 'swap' ? (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void send(() => swap(live.id))
          }}
        >
          <TextField
            id={`other-${esim.id}`}
            label={t('swap.name')}
            hint={t('swap.hint')}
            value={other}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setOther(event.target.value)}
          />
          <p className="actions">
            <OnlineButton size="small" tone="ink" type="submit" disabled={isSending} says={why}>
              {t('swap.make')}
            </OnlineButton>
            <Button size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </form>
      ) : null}
      {live && failure !== 'lost' && pending === 'take_back' ? (
        <div className="stack">
          <p>{t(esim.isUnrevealed ? 'back.body' : 'back.opened')}</p>
          <p className="actions">
            <OnlineButton
              size="small"
              tone="ink"
              disabled={isSending}
              says={why}
              onClick={(event) => {
                keepPlace(event.currentTarget, `#give-${esim.id}`)
                void send(() => takeBack(live.id))
              }}
            >
              {t('back.yes')}
            </OnlineButton>
            <Button id={`leave-${esim.id}`} size="small" onClick={leave}>
              {t('leave')}
            </Button>
          </p>
        </div>
      ) : null}
      <OfflineReason id={why} />
    </div>
  )
}

/** Has the page rendered anew when its reader comes back to it: elsewhere something may have been opened meanwhile. */
function useFreshOnReturn(isOn: boolean): void {
  const { refresh } = useRefresh()

  useEffect(() => {
    if (!isOn) return
    const reload = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) refresh()
    }
    document.addEventListener('visibilitychange', reload)

    return () => document.removeEventListener('visibilitychange', reload)
  }, [isOn, refresh])
}

/** Link and PIN of a share that was just made: two things that go two ways. */
function MadeShare({ made, destination }: { made: Made; destination: string }) {
  const t = useTranslations('share.made')
  const box = useRef<HTMLDivElement>(null)
  const canSend = useBrowser(() => 'share' in navigator, false)

  // The button that made it is gone; the focus goes on to what came in its place.
  useEffect(() => {
    box.current?.focus()
  }, [])

  const send = () => {
    // Whoever closes the sheet of the phone has sent nothing, and knows it.
    void navigator.share({ title: t('title', { destination }), url: made.url }).catch(() => {})
  }

  return (
    <div className="stack share-made rounded-xl border border-line bg-paper-2 p-4" ref={box} tabIndex={-1}>
      <Notice tone="wait">{t('once')}</Notice>
      <div className="grid gap-x-8 gap-y-5 min-[720px]:grid-cols-2">
        <div>
          <p className="cap">{t('link')}</p>
          <code className="ltr block text-(length:--s-1) wrap-anywhere">{made.url}</code>
          <div className="actions mt-2">
            {canSend ? (
              <Button size="small" tone="ink" onClick={send}>
                <Icon name="forward" />
                {t('send')}
              </Button>
            ) : null}
            <CopyButton name={t('link')} value={made.url} />
          </div>
        </div>
        <div>
          <p className="cap">{t('pin')}</p>
          <p className="share-pin num font-display text-(length:--s5)/[1.2] font-bold tracking-[0.12em]">
            <bdi>{made.pin}</bdi>
          </p>
          <p className="small soft">{t('pinWhy')}</p>
          <div className="actions mt-2">
            <CopyButton name={t('pin')} value={made.pin} />
          </div>
        </div>
      </div>
    </div>
  )
}
