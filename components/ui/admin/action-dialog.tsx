'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useMessages, useTranslations } from 'next-intl'
import {
  createContext,
  Fragment,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import type { FormField, FormValues } from '#components/ui/admin/form-field.ts'
import { AddMessages } from '#components/ui/admin/messages/add-messages.tsx'
import { type ActionOptions, useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'

/** What an action is called, what it does, and what it asks for. */
export type ActionTexts<F extends FormField = FormField> = {
  title: string
  /** What will happen, said before it does. */
  effect: ReactNode
  /** The word of the button that carries it out. */
  press: string
  fields?: readonly F[]
  tone?: 'primary' | 'danger'
}

type ActionDialogProps<F extends FormField, Answer> = ActionTexts<F> &
  Pick<ActionOptions<FormValues<F>, Answer>, 'send' | 'roomTexts' | 'tell'> & {
    /** The dialog closes at once, and what came of it is told elsewhere. */
    onDone?: (answer: Answer, values: FormValues<F>) => void
  }

type ActionButtonProps<F extends FormField, Answer> = ActionDialogProps<F, Answer> & {
  /** What the button says that opens the dialog, without it the word that carries the action out. */
  label?: string | undefined
  /** The same for whoever hears it among others. */
  name?: string | undefined
  variant?: 'primary' | 'ink' | 'small' | 'normal' | undefined
  isDisabled?: boolean
}

type DrawDialog = (isOpen: boolean, onClose: () => void) => ReactNode

const Opening = createContext<(id: string, draw: DrawDialog) => void>(() => undefined)

/**
 * Holds the dialogs that buttons among the children open. The page behind reads itself again: a dialog stays as it was
 * opened, also when its button says something else by then or has left the page.
 */
export function ActionDialogs({ children }: { children: ReactNode }) {
  const path = usePathname()
  const [shownPath, setShownPath] = useState(path)
  // A closed one stays too: what it has sent may still be on its way.
  const [dialogs, setDialogs] = useState<ReadonlyMap<string, DrawDialog>>(new Map())
  const [openId, setOpenId] = useState<string | null>(null)
  if (path !== shownPath) {
    setShownPath(path)
    setDialogs(new Map())
    setOpenId(null)
  }

  function open(id: string, draw: DrawDialog) {
    setDialogs((before) => new Map(before).set(id, draw))
    setOpenId(id)
  }

  return (
    <Opening value={open}>
      {children}
      {[...dialogs].map(([id, draw]) => (
        <Fragment key={id}>{draw(id === openId, () => setOpenId(null))}</Fragment>
      ))}
    </Opening>
  )
}

/** A button that says what an action does, asks for what it needs, carries it out once and says what came of it. */
export function ActionButton<const F extends FormField = never, Answer = unknown>({
  label,
  name,
  variant = 'normal',
  isDisabled = false,
  ...action
}: ActionButtonProps<F, Answer>) {
  const id = useId()
  const open = useContext(Opening)
  const messages = useMessages()
  const opener = useRef<HTMLButtonElement>(null)

  return (
    <Button
      ref={opener}
      tone={variant === 'primary' || variant === 'ink' ? variant : 'outline'}
      size={variant === 'small' ? 'small' : 'normal'}
      disabled={isDisabled}
      aria-label={name}
      onClick={() =>
        open(id, (isOpen, onClose) => (
          <AddMessages messages={messages}>
            <ActionDialog {...action} {...{ id, isOpen, onClose, opener }} />
          </AddMessages>
        ))
      }
    >
      {label ?? action.press}
    </Button>
  )
}

type OpenedProps = { id: string; isOpen: boolean; onClose: () => void; opener: RefObject<HTMLButtonElement | null> }

/** The page is read again when what came of an action has been read: it may take away the button of this very action. */
function ActionDialog<F extends FormField, Answer>({
  id,
  isOpen,
  onClose,
  opener,
  title,
  effect,
  press,
  fields = [],
  tone = 'primary',
  onDone,
  ...sending
}: ActionDialogProps<F, Answer> & OpenedProps) {
  const t = useTranslations('action')
  const router = useRouter()
  const { withProof, dialog, decline } = useProof('staff', null)
  const isLeft = useRef(true)
  const action = useAction<FormValues<F>, Answer>({
    ...sending,
    withProof,
    isRead: onDone !== undefined,
    onDone: (answer, values) => {
      if (!onDone) {
        // Whoever has left before the answer sees on the page what came of it.
        if (isLeft.current) router.refresh()

        return
      }
      leave()
      onDone(answer, values)
    },
  })
  const { message } = action
  const isOver = message !== null && message.tone !== 'bad' && !message.isOpen

  // Asked for the password after leaving: nobody is there to give it, and the act does not wait for whoever comes next.
  useEffect(() => {
    isLeft.current = !isOpen
    if (!isOpen) decline()
  })

  function leave() {
    if (opener.current) keepPlace(opener.current, 'main .btn', 'main h1')
    onClose()
    action.clear()
  }

  function close() {
    leave()
    if (isOver) router.refresh()
  }

  return (
    <>
      <Dialog isOpen={isOpen} onClose={close} labelledBy={`${id}-title`}>
        <div className="grid w-[min(32rem,100%)] gap-3.5">
          <h2 id={`${id}-title`}>{title}</h2>
          {isOver ? (
            <>
              <ActionMessage message={message} variant="notice" />
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                <Button onClick={close}>{t('close')}</Button>
              </p>
            </>
          ) : (
            <>
              <div className={tone === 'danger' ? 'rounded-lg bg-rust-wash px-3 py-2.5 text-rust' : 'a-soft'}>
                {effect}
              </div>
              <Form
                {...{ id, action, fields, press }}
                className="grid w-[min(32rem,100%)] gap-3.5"
                variant="notice"
                tone={tone === 'danger' ? 'ink' : 'primary'}
                beside={<Button onClick={close}>{t('leave')}</Button>}
              />
            </>
          )}
        </div>
      </Dialog>
      {isOpen ? dialog : null}
    </>
  )
}

type AtOnceProps<Answer> = ActionOptions<void, Answer> & {
  press: ReactNode
  /** What the button says meanwhile. */
  busy?: ReactNode
  name?: string
  tone?: 'primary' | 'ink' | 'outline'
  size?: 'small' | 'normal'
  /** Where the focus goes when the answer takes the button away, as `keepPlace` reads it. */
  keeps?: [string, ...string[]]
  /** Said while there is nothing else to say. */
  hint?: ReactNode
}

/** A button for what asks nothing, and what came of pressing it. */
export function AtOnce<Answer>({
  press,
  busy,
  name,
  tone,
  size = 'small',
  keeps,
  hint,
  ...sending
}: AtOnceProps<Answer>) {
  const { run, isSending, message } = useAction<void, Answer>(sending)

  return (
    <>
      <Button
        tone={tone}
        size={size}
        aria-label={name}
        aria-disabled={isSending || undefined}
        onClick={({ currentTarget }) => {
          if (keeps) keepPlace(currentTarget, ...keeps)
          void run()
        }}
      >
        {isSending && busy ? busy : press}
      </Button>
      <ActionMessage message={message} hint={hint} variant="line" />
    </>
  )
}
