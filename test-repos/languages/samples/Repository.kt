@file:JvmName("Repositories")

package org.example.repo

import kotlinx.coroutines.flow.Flow

const val MAX_ITEMS = 100
private val cache = mutableMapOf<String, Any>()

/** Names of things. */
typealias Name = String
typealias Handler<T> = suspend (T) -> Unit

/**
 * Where items live.
 */
interface Repository<T : Any> {
    val size: Int

    suspend fun find(id: String): T?

    fun all(): List<T> = emptyList()
}

fun interface Mapper<A, B> {
    fun map(a: A): B
}

enum class Level(val weight: Int) {
    LOW(1),
    HIGH(2) {
        override fun label() = "high"
    };

    open fun label(): String = name.lowercase()

    companion object {
        fun of(weight: Int): Level = entries.first { it.weight == weight }
    }
}

sealed class Result<out T> {
    data class Success<T>(val value: T) : Result<T>()
    data object Loading : Result<Nothing>()
    class Failure(val cause: Throwable) : Result<Nothing>() {
        fun retry(): Boolean = true
    }
}

@JvmInline
value class Id(val raw: String)

annotation class Audited(val by: String)

/**
 * Keeps items in memory.
 */
@Audited("team")
class MemoryRepository<T : Any> @Inject constructor(
    private val clock: Clock,
    val limit: Int = MAX_ITEMS,
) : Repository<T>, AutoCloseable by closer {
    private val items = LinkedHashMap<String, T>()

    override val size: Int
        get() = items.size

    var name: String = "memory"
        get() = field.trim()
        set(value) {
            field = value
        }

    val lazyIndex by lazy { buildIndex() }

    init {
        require(limit > 0)
    }

    constructor(limit: Int) : this(Clock.system(), limit) {
        log("secondary")
    }

    /** Finds one. */
    @Throws(IOException::class)
    override suspend fun find(id: String): T? {
        fun inner(key: String): T? = items[key]
        val helper = { key: String -> inner(key) }
        val listener = object : Listener {
            override fun onEvent(name: String) {}
        }
        return helper(id)
    }

    fun add(id: String, item: T) {
        items[id] = item
    }

    fun add(
        item: T, // gets a new id
        vararg tags: String,
    ): String = newId().also { add(it, item) }

    operator fun get(id: String) = items[id]

    inline fun <reified R> collect(crossinline block: (T) -> R): List<R>
        where R : Any {
        return items.values.map { block(it) }
    }

    private fun log(text: String) = println(text)

    inner class Cursor {
        fun next(): T? = null
    }

    companion object Factory {
        const val VERSION = 2
        @JvmStatic
        fun create(): MemoryRepository<Any> = MemoryRepository(10)
    }
}

object Registry : Repository<String> {
    override val size = 0
    override suspend fun find(id: String): String? = null
}

fun String.toSlug(): String = lowercase().replace(' ', '-')

fun <T : Any> Repository<T>.isEmpty(): Boolean {
    return size == 0
}

val String.initials: String
    get() = take(2)

infix fun Int.times(text: String) = text.repeat(this)

fun `name with spaces`() {
    println("odd")
}

fun main(args: Array<String>) {
    println(Registry.size)
}
