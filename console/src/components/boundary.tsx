import { Component, type ReactNode } from 'react'
import { SkipCache } from '../graphql/use-query'
import { checkConnection } from '../lib/connection'

interface BoundaryProps {
  /** What failed, like `This page`. */
  what: string
  /** Where it is shown, like a path. A fault of one place is gone at another. */
  at?: string
  children: ReactNode
}

interface BoundaryState {
  fault: Error | null
  /** Whether the reader has tried again. */
  isAgain: boolean
}

/** Keeps a fault of one part from taking the others with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  static override contextType = SkipCache
  override state: BoundaryState = { fault: null, isAgain: false }

  static getDerivedStateFromError(fault: Error) {
    return { fault }
  }

  override componentDidUpdate({ at }: BoundaryProps): void {
    if (at !== this.props.at && (this.state.fault || this.state.isAgain)) this.setState({ fault: null, isAgain: false })
  }

  override componentDidCatch(): void {
    // After an upgrade, the server may answer what this version does not understand.
    void checkConnection()
  }

  override render() {
    const { fault, isAgain } = this.state
    if (!fault) return <SkipCache value={isAgain || this.context === true}>{this.props.children}</SkipCache>
    return (
      <div className="problem" role="alert">
        <span>{this.props.what} could not be shown. Your mail is not affected: the fault is in the console.</span>
        <span className="mono">{fault.message}</span>
        <button type="button" className="button small" onClick={() => this.setState({ fault: null, isAgain: true })}>
          Try again
        </button>
        <button type="button" className="button small" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    )
  }
}
