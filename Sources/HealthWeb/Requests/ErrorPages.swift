import HTTPTypes
import HealthModel
import Hummingbird
import NIOHTTP1

/// Turns errors of later handlers into pages. It is installed outside and inside of `OnlyVisitors`, where it knows the session.
struct ErrorPages: RouterMiddleware {
  typealias Context = WebContext

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refusal as Refusal {
      return refusal.response(context.session)
    } catch let error as HTTPParserError {
      // The connection itself answers 400 and ends.
      throw error
    } catch let error as any HTTPResponseError where error.status == .notFound || error.status == .methodNotAllowed {
      return Refusal.notFound.response(context.session)
    } catch let error as any UserFacingError {
      context.logger.error("\(error.message)")
      return Refusal(error, isForVisitor: context.session != nil).response(context.session)
    } catch {
      context.logger.error("\(type(of: error))")
      let refusal = Refusal(status: .internalServerError, title: "That didn't work", message: "<a href=\"/\">Try again</a>.")
      return refusal.response(context.session)
    }
  }
}
