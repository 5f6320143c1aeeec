import { checkConnection, tryAgain, useConnection } from '../lib/connection'

/** Says what is wrong with the connection, in front of every page, and what to do. */
export function ConnectionBar() {
  const { isLost, isOutdated, isIncomplete } = useConnection()
  if (isLost) {
    return (
      <Bar action="Try now" onAction={() => void checkConnection()}>
        The server cannot be reached. What you see stays, and the page goes on by itself when it answers again.
      </Bar>
    )
  }
  if (isOutdated) {
    return (
      <Bar action="Reload" onAction={() => location.reload()}>
        The console was updated on the server. Reload the page to get its new version.
      </Bar>
    )
  }
  if (!isIncomplete) return null
  return (
    <Bar action="Try again" onAction={tryAgain}>
      A part of the console did not arrive.
    </Bar>
  )
}

function Bar({ children, action, onAction }: { children: string; action: string; onAction: () => void }) {
  return (
    <div className="bar" role="alert">
      <span>{children}</span>
      <button type="button" className="button small" onClick={onAction}>
        {action}
      </button>
    </div>
  )
}
