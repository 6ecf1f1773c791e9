import { Component, type ErrorInfo, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  onError: (error: unknown, info: ErrorInfo) => void
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failure: { error: unknown } | undefined }
> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError(error, info)
  }

  override render() {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children
  }
}
