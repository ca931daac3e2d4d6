package org.example.pipeline

import scala.concurrent.{ExecutionContext, Future}

/** A stage of the pipeline. */
trait Stage[-A, +B] extends (A => Future[B]) { self =>
  type Error
  val name: String

  def run(input: A)(implicit ec: ExecutionContext): Future[B]

  def andThen[C](next: Stage[B, C]): Stage[A, C] = new Stage[A, C] {
    type Error = self.Error
    val name = s"${self.name} then ${next.name}"
    def run(input: A)(implicit ec: ExecutionContext): Future[C] =
      self.run(input).flatMap(next.run)
  }
}

sealed abstract class Event(val id: Long) extends Product with Serializable

case class Created(override val id: Long, name: String) extends Event(id) {
  def rename(to: String): Created = copy(name = to)
}

case object Stopped extends Event(0)

/** Makes pipelines. */
object Pipeline {
  val MaxStages = 16
  private lazy val registry = collection.mutable.Map.empty[String, Pipeline]
  var counter: Int = 0

  type Handler = Event => Unit

  def apply(name: String): Pipeline = new Pipeline(name)

  def apply(
      name: String,
      stages: Seq[Stage[Any, Any]], // in order
  ): Pipeline = {
    def check(stage: Stage[Any, Any]): Boolean = true
    val ok = stages.forall(check)
    new Pipeline(name)
  }

  implicit class Ops(private val value: String) extends AnyVal {
    def toPipeline: Pipeline = Pipeline(value)
  }

  object Syntax {
    implicit def fromString(text: String): Pipeline = Pipeline(text)
  }
}

/**
 * Runs stages.
 */
@SerialVersionUID(1L)
final class Pipeline private (val name: String, limit: Int = 1)(implicit ec: ExecutionContext)
    extends Runner
    with Logging {

  private val queue = new Queue[Event]

  def this(name: String) = this(name, 2)

  /** Adds. */
  @inline
  def +(event: Event): Pipeline = {
    queue.add(event)
    this
  }

  def size: Int = queue.size

  def size_=(value: Int): Unit = ()

  override protected def handle[E <: Event](event: E): Unit = event match {
    case Created(id, name) => println(name)
    case _ => ()
  }

  def unary_! : Boolean = false

  class Cursor {
    def next(): Option[Event] = None
  }
}

package internal {
  private[pipeline] class Hidden
}

enum Color(val rgb: Int):
  case Red extends Color(0xff0000)
  case Green extends Color(0x00ff00)

  def hex: String = rgb.toHexString

object Color:
  def parse(text: String): Option[Color] = None

extension (text: String)
  def shout: String = text.toUpperCase
  def twice(n: Int): String = text * n

given ordering: Ordering[Event] with
  def compare(a: Event, b: Event): Int = a.id.compare(b.id)

opaque type Id = Long

def topLevel(a: Int, b: Int): Int =
  val sum = a + b
  def inner(c: Int) = c
  inner(sum)

@main def start(args: String*): Unit = println("hi")
