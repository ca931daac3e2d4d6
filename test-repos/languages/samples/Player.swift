//
//  Player.swift
//

import Foundation

public let maximumVolume = 11
private var shared: Player?

/// How it plays.
public typealias Completion = (Result<Void, Error>) -> Void

@objc public enum PlaybackState: Int {
    case stopped, playing
    case paused = 2

    var isActive: Bool { self == .playing }

    static func from(_ raw: Int) -> PlaybackState? {
        return PlaybackState(rawValue: raw)
    }
}

indirect enum Tree<T> {
    case leaf(T)
    case node(Tree<T>, Tree<T>)
}

/// What can be played.
public protocol Playable: AnyObject {
    associatedtype Item
    var duration: TimeInterval { get }
    func play(at time: TimeInterval) throws
    init(url: URL)
}

struct Track: Codable, Hashable {
    let title: String
    var rating = 0 {
        didSet { print(rating) }
    }

    enum CodingKeys: String, CodingKey {
        case title
    }

    init(title: String) {
        self.title = title
    }

    init?(json: [String: Any]) {
        return nil
    }

    mutating func rate(_ value: Int) {
        rating = value
    }

    static func == (lhs: Track, rhs: Track) -> Bool {
        lhs.title == rhs.title
    }

    subscript(index: Int) -> Character {
        get { title.first! }
    }
}

/// Plays tracks.
@MainActor
@available(iOS 15, *)
public final class Player<T: Playable>: NSObject, PlayerDelegate {
    public static let standard = Player()
    private(set) var queue: [T] = []

    lazy var engine: Engine = {
        let engine = Engine()
        return engine
    }()

    var volume: Float {
        get { 1.0 }
        set { print(newValue) }
    }

    public override init() {
        super.init()
    }

    convenience init(queue: [T]) {
        self.init()
        self.queue = queue
    }

    deinit {
        queue.removeAll()
    }

    let pattern = #"^\d+"\#(tail)$"#

    func observe(_ center: NotificationCenter) {
        #if os(iOS)
        center.addObserver(self, selector: #selector(stop), name: .end, object: nil)
        #else
        center.remove(self)
        #endif
        if #available(iOS 16, *) {
            func modern() {}
        }
    }

    /// Plays the next one.
    /// - Parameter completion: called once
    @discardableResult
    public func play(
        _ item: T, // the item
        completion: @escaping Completion
    ) async throws -> Bool {
        func fade(by step: Float) -> Float {
            return volume - step
        }
        let later = { (delay: Double) in print(delay) }
        later(0)
        return true
    }

    func play() {}

    class func make<U>(_ type: U.Type) -> Player where U: Playable {
        fatalError()
    }

    private class Engine {
        func start() {}
    }
}

// MARK: - Helpers

extension Player: CustomStringConvertible {
    public override var description: String { "player" }

    func stop() {}
}

extension Array where Element: Comparable {
    func sortedDescending() -> [Element] {
        sorted(by: >)
    }
}

extension String {
    var slug: String { lowercased() }
}

actor Cache {
    private var storage: [String: Data] = [:]

    func store(_ data: Data, for key: String) {
        storage[key] = data
    }
}

infix operator <+>: AdditionPrecedence

func <+> (lhs: Int, rhs: Int) -> Int {
    return lhs + rhs
}

func crossfade<A, B>(_ a: A, _ b: B) where A: Playable, B: Playable {}
